#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace modlab {

class AppendFile;

/// A file's whole content. Throws as FileReader does.
std::string read_file(const std::filesystem::path& path);

/// The same of a text, without the byte order mark that editors on Windows put before UTF-8.
std::string read_text(const std::filesystem::path& path);

/// The same; nothing where there is no such file.
std::optional<std::string> read_if_there(const std::filesystem::path& path);
std::optional<std::string> read_text_if_there(const std::filesystem::path& path);

/// The same; nothing where it cannot be read, for what can be made anew.
std::optional<std::string> try_read_file(const std::filesystem::path& path);

/// Whether a file must survive a power cut.
enum class Sync { yes, no };

/// Replaces a file as a whole: readers see the old content or the new, never a part, even while several processes write
/// it. After a power cut the same holds, unless Sync::no is chosen for what can be made anew; then the file may be
/// empty or hold anything. What a symbolic link leads to is replaced, not the link; a pipe or a device is written to.
/// Throws Error where the path names no place for a file, WriteFailure where it cannot be written for another reason.
void replace_file(const std::filesystem::path& path, std::string_view content, Sync sync = Sync::yes);

/// The same for a file that is too large to be held as a whole: `write` appends the new content while the old one can
/// still be read.
void replace_file(const std::filesystem::path& path, const std::function<void(AppendFile&)>& write,
                  Sync sync = Sync::yes);

/// Throws as replace_file would, where that shows before there is anything to write.
void check_replaceable(const std::filesystem::path& path);

/// The same where what its folder lacks is created first.
void check_creatable(const std::filesystem::path& path);

/// Whether something is there that is no regular file: a folder, a pipe, a device.
bool is_irregular(const std::filesystem::path& path);

/// Whether two paths lead to one file, by links or another spelling; also where it is not there yet.
bool is_same_file(const std::filesystem::path& x, const std::filesystem::path& y);

/// What a path leads to by symbolic links, whether or not it is there yet. Throws Error where they lead in a circle.
std::filesystem::path link_target(std::filesystem::path path);

/// What is in a folder, in no order; nothing where it cannot be read.
std::vector<std::filesystem::path> entries_of(const std::filesystem::path& folder);

}  // namespace modlab
