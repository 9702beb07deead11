#include "harness/system/file.h"

#include <fmt/format.h>

#include <chrono>
#include <fstream>
#include <random>
#include <sstream>
#include <system_error>
#include <thread>

#include "harness/system/append_file.h"
#include "kernels/error.h"

#if defined(__MINGW32__)
#include <windows.h>
#endif

namespace modlab {
namespace {

namespace fs = std::filesystem;

#if defined(_WIN32)
constexpr int kAttempts = 50;  // Windows does not replace a file that is open, as the dashboard's are while it reads
#else
constexpr int kAttempts = 1;
#endif

std::error_code move_file(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::rename(from, to, error);
  for (int attempt = 1; error && attempt < kAttempts; ++attempt) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    fs::rename(from, to, error);
  }
  return error;
}

/// A new name beside this one.
fs::path temporary_name(const fs::path& path) {
  std::random_device random;
  return fs::path(path) += fmt::format(".{:08x}{:08x}.new", random(), random());
}

}  // namespace

std::string read_file(const fs::path& path) {
  if (auto content = try_read_file(path)) return *std::move(content);
  throw Error(fmt::format("{}: cannot be read", path.string()));
}

std::string read_text(const fs::path& path) {
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  std::string text = read_file(path);
  if (text.starts_with(kByteOrderMark)) text.erase(0, kByteOrderMark.size());
  return text;
}

std::optional<std::string> try_read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream content;
  content << file.rdbuf();
  std::error_code ignored;
  if (!file || fs::is_directory(path, ignored)) return std::nullopt;
  return std::move(content).str();
}

void replace_file(const fs::path& path, std::string_view content, Sync sync) {
  replace_file(
      path, [&](AppendFile& file) { file.append(content); }, sync);
}

void replace_file(const fs::path& path, const std::function<void(AppendFile&)>& write, Sync sync) {
  const fs::path temporary = temporary_name(path);
  try {
    {
      AppendFile file(temporary, AppendFile::Start::empty, path);
      write(file);
      if (sync == Sync::yes) file.sync();
    }
    if (const std::error_code error = move_file(temporary, path)) throw_write_failure(path, error);
  } catch (const Error&) {
    std::error_code ignored;
    fs::remove(temporary, ignored);
    throw;
  }
  if (sync == Sync::yes) sync_folder(path.parent_path());
}

#if defined(__MINGW32__)

// directory_iterator calls mingw's opendir(), which lists another folder where a path has more than 260 characters.
std::vector<fs::path> entries_of(const fs::path& folder) {
  std::vector<fs::path> entries;
  WIN32_FIND_DATAW found{};
  const HANDLE search = FindFirstFileW((folder / "*").c_str(), &found);
  if (search == INVALID_HANDLE_VALUE) return entries;
  do {
    const fs::path name = found.cFileName;
    if (name != "." && name != "..") entries.push_back(folder / name);
  } while (FindNextFileW(search, &found) != 0);
  FindClose(search);
  return entries;
}

#else

std::vector<fs::path> entries_of(const fs::path& folder) {
  std::vector<fs::path> entries;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
    entries.push_back(entry->path());
  return entries;
}

#endif

bool can_create_files_in(const fs::path& folder) {
  const fs::path file = temporary_name(folder / "modlab");
  try {
    const AppendFile created(file, AppendFile::Start::empty, file);
  } catch (const Error&) {
    return false;
  }
  std::error_code ignored;
  fs::remove(file, ignored);
  return true;
}

}  // namespace modlab
