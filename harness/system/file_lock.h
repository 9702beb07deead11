#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>

namespace modlab {

/// An advisory lock on a file. What is locked is a file next to it, ending in ".lock", because files that are replaced
/// as a whole cannot be locked themselves. The system releases it however the process ends.
class FileLock {
 public:
  /// Nothing where another process holds it. Throws Error where the lock file cannot be created.
  static std::optional<FileLock> try_take(const std::filesystem::path& file);

  /// The same, but waits so long for the other process to release it, and throws Interrupted meanwhile.
  static std::optional<FileLock> try_take(const std::filesystem::path& file, std::chrono::milliseconds patience);

  /// Waits for the lock. Throws Error where its file cannot be created, or another process holds it for a minute;
  /// Interrupted where it had to wait.
  static FileLock take(const std::filesystem::path& file);

 private:
  struct Handle;
  explicit FileLock(std::shared_ptr<Handle> handle) : handle_(std::move(handle)) {}

  std::shared_ptr<Handle> handle_;
};

}  // namespace modlab
