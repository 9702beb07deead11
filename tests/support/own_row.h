#pragma once

#include <string>

#include "kernels/files/kernel_file.h"
#include "tests/support/variant_rows.h"

namespace modlab {

/// A row of a user's kernel for DXC, and that kernel.
struct OwnRow {
  OwnRow(const std::string& name, const std::string& code)
      : kernel(parse_kernel(
            name + ".hlsl",
            {{name + ".hlsl",
              "// modlab: op floor\n// modlab: dtype f32\n// modlab: threads 64\n// modlab: elements 1\n" + code}},
            "01234567")),
        row(variant_row(own_variant(kernel, {}, plainest_build(CompilerId::dxc)), 2)) {}

  KernelPtr kernel;
  store::Row row;
};

}  // namespace modlab
