#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "harness/system/descriptor.h"
#include "harness/system/file_failure.h"

namespace modlab {

/// A file that grows piece by piece. What was appended is safe from the end of this process at once, and from a power
/// cut once it is synced.
class AppendFile {
 public:
  enum class Start {
    empty,   ///< created where it is not there
    at_end,  ///< of what is there, which may also be a pipe or a device
  };

  /// A new file; nothing where there is one of this name. Throws as throw_write_failure does.
  static std::optional<AppendFile> try_create(const std::filesystem::path& path);

  /// `name` is what messages call it where it is only a file's stand-in. Throws as throw_write_failure does.
  AppendFile(const std::filesystem::path& path, Start start, std::filesystem::path name);
  AppendFile(const std::filesystem::path& path, Start start) : AppendFile(path, start, path) {}

  /// Appends all of it or, throwing WriteFailure, nothing.
  void append(std::string_view bytes);

  /// Returns when all that was appended is on the disk. Throws WriteFailure where it is not.
  void sync();

  /// Whether the path leads to this file and the file has all that was appended: nobody has removed, replaced or cut
  /// it.
  [[nodiscard]] bool is_whole_at(const std::filesystem::path& path) const;

  /// What the file holds, wherever its path leads by now. Throws as read_file does.
  [[nodiscard]] std::string content() const;

  /// Throws WriteFailure where the system says only now that something was not written.
  void close();

 private:
  AppendFile(std::filesystem::path name, Descriptor file);

  std::filesystem::path name_;
  Descriptor file_;
  std::uint64_t size_bytes_ = 0;
};

/// Makes what was created, renamed or removed in a folder safe from a power cut, where the system can. Throws
/// WriteFailure where it fails.
void sync_folder(const std::filesystem::path& folder);

/// The time that this process has spent syncing.
std::chrono::nanoseconds time_spent_syncing();

}  // namespace modlab
