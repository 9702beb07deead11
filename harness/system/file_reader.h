#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "harness/system/descriptor.h"

namespace modlab {

/// Reads a regular file from its beginning: the one way in which files are read. What could not be read is never taken
/// for the end, which would make half a file of a whole one. Everything throws as throw_read_failure does.
class FileReader {
 public:
  /// Throws Error for a pipe or a device, whose end might never come.
  explicit FileReader(const std::filesystem::path& path);

  /// Nothing where there is no such file.
  static std::optional<FileReader> open_if_there(const std::filesystem::path& path);

  /// When it was opened; those of /proc have none.
  [[nodiscard]] std::uint64_t size_bytes() const { return size_bytes_; }

  /// Fills `to`; how much of it, which is less than all only at the end of the file.
  std::size_t read(std::span<char> to);

  /// The next line with its end, which the last line of a file may lack; false at the end of the file. Reads ahead, so
  /// that `read` is not for the same file.
  bool read_line(std::string& line);

 private:
  FileReader(std::filesystem::path path, Descriptor file);

  std::filesystem::path path_;
  Descriptor file_;
  std::uint64_t size_bytes_ = 0;
  std::uint64_t read_bytes_ = 0;
  std::string ahead_;
  std::size_t next_ = 0;  ///< of what was read ahead
};

}  // namespace modlab
