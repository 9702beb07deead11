#include "harness/system/file.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <random>
#include <span>
#include <system_error>
#include <thread>

#include "harness/system/append_file.h"
#include "harness/system/file_reader.h"

#if defined(_WIN32)
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

std::string rest_of(FileReader& file) {
  constexpr std::uint64_t kMostAtOnce = 1 << 26;
  // One byte more than it has, so that its end is seen. What has no size, as the files of /proc, grows meanwhile.
  std::string content;
  std::size_t count = 0;
  do {
    content.resize(std::max<std::size_t>(2 * count, std::min(file.size_bytes(), kMostAtOnce) + 1));
    count += file.read(std::span(content).subspan(count));
  } while (count == content.size());
  content.resize(count);
  return content;
}

std::string without_mark(std::string text) {
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  if (text.starts_with(kByteOrderMark)) text.erase(0, kByteOrderMark.size());
  return text;
}

/// A new name beside this one.
fs::path temporary_name(const fs::path& path) {
  std::random_device random;
  return fs::path(path) += fmt::format(".{:08x}{:08x}.new", random(), random());
}

/// Whether names of files that are not there yet would name one file.
bool is_same_name(const fs::path& x, const fs::path& y) {
#if defined(_WIN32)
  return CompareStringOrdinal(x.c_str(), -1, y.c_str(), -1, /*bIgnoreCase=*/TRUE) == CSTR_EQUAL;
#else
  return x == y;
#endif
}

/// Creates and removes a file, since Windows has no call that tells whether that is allowed. `name` is for messages.
void probe(const fs::path& file, const fs::path& name) {
  static_cast<void>(AppendFile(file, AppendFile::Start::empty, name));
  std::error_code ignored;
  fs::remove(file, ignored);
}

}  // namespace

std::string read_file(const fs::path& path) {
  FileReader file(path);
  return rest_of(file);
}

std::string read_text(const fs::path& path) { return without_mark(read_file(path)); }

std::optional<std::string> read_if_there(const fs::path& path) {
  auto file = FileReader::open_if_there(path);
  return file ? std::optional(rest_of(*file)) : std::nullopt;
}

std::optional<std::string> read_text_if_there(const fs::path& path) {
  auto text = read_if_there(path);
  return text ? std::optional(without_mark(*std::move(text))) : std::nullopt;
}

std::optional<std::string> try_read_file(const fs::path& path) try {
  return read_if_there(path);
} catch (const Error&) {
  return std::nullopt;
}

void replace_file(const fs::path& path, std::string_view content, Sync sync) {
  replace_file(
      path, [&](AppendFile& file) { file.append(content); }, sync);
}

void replace_file(const fs::path& path, const std::function<void(AppendFile&)>& write, Sync sync) {
  refuse_folder(path);
  if (is_irregular(path)) {
    AppendFile file(path, AppendFile::Start::at_end);
    write(file);
    return file.close();
  }
  const fs::path target = link_target(path);
  const fs::path temporary = temporary_name(target);
  try {
    AppendFile file(temporary, AppendFile::Start::empty, path);
    write(file);
    if (sync == Sync::yes) file.sync();
    file.close();
    if (const std::error_code error = move_file(temporary, target)) throw_write_failure(path, error);
  } catch (...) {
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

bool is_same_file(const fs::path& x, const fs::path& y) {
  std::error_code error;
  if (fs::equivalent(x, y, error)) return true;
  const fs::path real_x = fs::weakly_canonical(link_target(x), error);
  const fs::path real_y = fs::weakly_canonical(link_target(y), error);
  return is_same_name(fs::absolute(real_x, error), fs::absolute(real_y, error));
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
