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

void refuse_folder(const fs::path& path) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) throw_write_failure(path, std::make_error_code(std::errc::is_a_directory));
}

/// A new name beside this one.
fs::path temporary_name(const fs::path& path) {
  std::random_device random;
  return fs::path(path) += fmt::format(".{:08x}{:08x}.new", random(), random());
}

/// Creates and removes a file, since Windows has no call that tells whether that is allowed. `name` is for messages.
void probe(const fs::path& file, const fs::path& name) {
  static_cast<void>(AppendFile(file, AppendFile::Start::empty, name));
  std::error_code ignored;
  fs::remove(file, ignored);
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
  refuse_folder(path);
  if (is_irregular(path)) {
    AppendFile file(path, AppendFile::Start::at_end);
    return write(file);
  }
  const fs::path target = link_target(path);
  const fs::path temporary = temporary_name(target);
  try {
    {
      AppendFile file(temporary, AppendFile::Start::empty, path);
      write(file);
      if (sync == Sync::yes) file.sync();
    }
    if (const std::error_code error = move_file(temporary, target)) throw_write_failure(path, error);
  } catch (const Error&) {
    std::error_code ignored;
    fs::remove(temporary, ignored);
    throw;
  }
  if (sync == Sync::yes) sync_folder(target.parent_path());
}

void check_replaceable(const fs::path& path) {
  refuse_folder(path);
  if (!is_irregular(path)) probe(temporary_name(link_target(path)), path);
}

void check_creatable(const fs::path& path) {
  const fs::path target = link_target(path);
  fs::path folder = target.parent_path();
  std::error_code missing;
  while (!folder.empty() && !fs::exists(folder, missing)) folder = folder.parent_path();
  if (folder == target.parent_path()) return check_replaceable(path);
  probe(temporary_name(folder / target.filename()), path);
}

bool is_irregular(const fs::path& path) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  return fs::exists(status) && !fs::is_regular_file(status);
}

fs::path link_target(fs::path path) {
  constexpr int kMost = 40;  // as Linux has it
  std::error_code ignored;
  for (int links = 0; fs::is_symlink(path, ignored); ++links) {
    if (links == kMost) throw_write_failure(path, std::make_error_code(std::errc::too_many_symbolic_link_levels));
    path = path.parent_path() / fs::read_symlink(path, ignored);
  }
  return path;
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

}  // namespace modlab
