#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

#include "kernels/tensor.h"

namespace modlab {

/// An array of a NumPy .npy file, always as the kernels want it: packed, last dimension innermost, little-endian. A
/// file in Fortran order or big-endian is converted on reading. NumPy's 0-d array is one dimension of one element here,
/// as DirectML's tensors have at least one.
struct NpyArray {
  DataType type = DataType::f32;
  Shape shape;
  std::vector<std::byte> data;  ///< as many bytes as type and shape ask for

  bool operator==(const NpyArray&) const = default;
};

/// Reads format versions 1.0, 2.0 and 3.0. Throws Error naming the file and what is wrong with it. A file is believed
/// only as far as its size bears it out: a header that promises more is refused before anything is allocated.
NpyArray read_npy(const std::filesystem::path& path);

/// Writes format version 1.0, making the folder. The file is replaced as a whole, so it may be one that was read.
/// Throws Error when it cannot.
void write_npy(const std::filesystem::path& path, const NpyArray& array);

}  // namespace modlab
