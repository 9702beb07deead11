#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace modlab {

class AppendFile;

/// A file's whole content; throws Error when it cannot be read.
std::string read_file(const std::filesystem::path& path);

/// The same of a text, without the byte order mark that editors on Windows put before UTF-8.
std::string read_text(const std::filesystem::path& path);

/// A file's whole content; nothing when it cannot be read.
std::optional<std::string> try_read_file(const std::filesystem::path& path);

/// Whether a file must survive a power cut.
enum class Sync { yes, no };

/// Replaces a file as a whole: readers see the old content or the new, never a part, even while several processes write
/// it. After a power cut the same holds, unless Sync::no is chosen for what can be made anew; then the file may be
/// empty or hold anything. Throws Error where the path names no place for a file, WriteFailure where it cannot be
/// written for another reason.
void replace_file(const std::filesystem::path& path, std::string_view content, Sync sync = Sync::yes);

/// The same for a file that is too large to be held as a whole: `write` appends the new content while the old one can
/// still be read.
void replace_file(const std::filesystem::path& path, const std::function<void(AppendFile&)>& write,
                  Sync sync = Sync::yes);

/// What is in a folder, in no order; nothing where it cannot be read.
std::vector<std::filesystem::path> entries_of(const std::filesystem::path& folder);

/// Whether new files can be created in a folder, found out by creating one: Windows has no call that tells.
bool can_create_files_in(const std::filesystem::path& folder);

}  // namespace modlab
