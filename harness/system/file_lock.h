#pragma once

#include <filesystem>
#include <memory>
#include <optional>

namespace modlab {

/// Keeps other processes that ask for it away from a file. A file beside it, ending in ".lock", stands for it, because
/// files that are replaced as a whole cannot be locked themselves. The system lets go of it however the process ends.
class FileLock {
 public:
  /// Nothing where another process has it. Throws Error where the lock cannot be made.
  static std::optional<FileLock> try_take(const std::filesystem::path& file);

  /// Waits until nobody else has it. Throws Error where the lock cannot be made, or is not to be had for a minute.
  static FileLock take(const std::filesystem::path& file);

 private:
  struct Handle;
  explicit FileLock(std::shared_ptr<Handle> handle) : handle_(std::move(handle)) {}

  std::shared_ptr<Handle> handle_;
};

}  // namespace modlab
