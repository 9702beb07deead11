#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

namespace modlab {

/// An open file of the C runtime, which numbers them on every system.
class Descriptor {
 public:
  Descriptor() = default;
  /// -1, as of a file that could not be opened, is none.
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor() { close(); }

  [[nodiscard]] bool is_open() const { return number_ >= 0; }
  [[nodiscard]] int number() const { return number_; }

  /// Network file systems may only now say that something was not written.
  std::error_code close();

 private:
  int number_ = -1;
};

/// Why the last call of the C runtime failed.
std::error_code last_error();

/// What tells a file from all others, and how long it is.
struct FileStamp {
  std::uint64_t device = 0;  ///< 0 on Windows, where nobody can remove or replace a file that is open
  std::uint64_t index = 0;   ///< the same
  std::uint64_t bytes = 0;
  bool is_regular = false;

  bool operator==(const FileStamp&) const = default;
};

/// Nothing where the system does not say; last_error() has the reason.
std::optional<FileStamp> stamp_of(const Descriptor& file);
std::optional<FileStamp> stamp_of(const std::filesystem::path& file);

}  // namespace modlab
