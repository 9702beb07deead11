#pragma once

#include <filesystem>
#include <system_error>

#include "kernels/error.h"

namespace modlab {

/// The system failed a call that was right. The message names the file and gives the system's reason.
class FileFailure : public Error {
 public:
  using Error::Error;
};

/// The disk is full, a limit is reached, the folder has become read-only.
class WriteFailure : public FileFailure {
 public:
  using FileFailure::FileFailure;
};

/// The disk is broken, the network is gone, too many files are open, or the file became shorter meanwhile.
class ReadFailure : public FileFailure {
 public:
  using FileFailure::FileFailure;
};

/// Throws WriteFailure, or Error where the reason is that the path names no place for a file.
[[noreturn]] void throw_write_failure(const std::filesystem::path& path, std::error_code reason);

/// Throws ReadFailure, or Error where the reason is that the path names no file for this user.
[[noreturn]] void throw_read_failure(const std::filesystem::path& path, std::error_code reason);

}  // namespace modlab
