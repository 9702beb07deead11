#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "kernels/tensor.h"

namespace modlab::store {

/// An array of a NumPy .npy file as the kernels need it: packed, last dimension innermost, little-endian. Files in
/// Fortran order or big-endian are converted on reading. NumPy's 0-d array becomes one dimension of one element,
/// because DirectML's tensors have at least one.
struct NpyArray {
  DataType type = DataType::f32;
  Shape shape;
  std::vector<std::byte> data;  ///< element_count(shape) elements

  bool operator==(const NpyArray&) const = default;
};

/// Reads format versions 1.0, 2.0 and 3.0. Throws Error naming the file and what is wrong with it. A header that
/// promises more data than the file has is refused before anything is allocated.
NpyArray read_npy(const std::filesystem::path& path);

/// Fills bytes with what comes next, and returns how many there were.
using ReadBytes = std::function<std::size_t(std::span<char>)>;
/// The same for content of that length; messages do not name the file.
NpyArray parse_npy(const ReadBytes& read, std::uint64_t bytes);
/// What write_npy writes.
std::string npy_text(const NpyArray& array);

/// Writes format version 1.0, creating the folder. The file is replaced as a whole, so it may be one that was read.
/// Throws Error when it cannot.
void write_npy(const std::filesystem::path& path, const NpyArray& array);

}  // namespace modlab::store
