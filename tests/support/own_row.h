#pragma once

#include <string>

#include "kernels/files/kernel_file.h"
#include "tests/support/variant_rows.h"

namespace modlab {

/// A row of a user's kernel for DXC with this code, which the program then knows.
inline store::Row own_row(const std::string& name, const std::string& code) {
  const std::string file = name + ".hlsl";
  const std::string text =
      "// modlab: op floor\n// modlab: dtype f32\n// modlab: threads 64\n// modlab: elements 1\n" + code;
  const KernelFile& kernel = recall_kernel(parse_kernel(file, {{file, text}}, "01234567"));
  return variant_row(own_variant(kernel, {}, plainest_build(CompilerId::dxc)), 2);
}

}  // namespace modlab
