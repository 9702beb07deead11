#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>

#include "kernels/error.h"

namespace modlab {

/// A file could not be written although the call was right: the disk is full, a limit is reached, the folder has become
/// read-only. The message names the file and gives the system's reason.
class WriteFailure : public Error {
 public:
  using Error::Error;
};

/// Throws WriteFailure, or Error where the reason is that the path names no place for a file.
[[noreturn]] void throw_write_failure(const std::filesystem::path& path, std::error_code reason);

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
  AppendFile(AppendFile&& other) noexcept;
  AppendFile& operator=(AppendFile&& other) noexcept;
  ~AppendFile();

  /// Appends all of it or, throwing WriteFailure, nothing.
  void append(std::string_view bytes);

  /// Returns when all that was appended is on the disk. Throws WriteFailure where it is not.
  void sync();

 private:
  AppendFile(std::filesystem::path name, int file);

  std::filesystem::path name_;
  int file_ = -1;
};

/// Makes what was created, renamed or removed in a folder safe from a power cut, where the system can.
void sync_folder(const std::filesystem::path& folder);

/// The time that this process has spent syncing.
std::chrono::nanoseconds time_spent_syncing();

}  // namespace modlab
