#include "kernels/candidate.h"
#include "kernels/files/kernel_file.h"
#include "kernels/modulus/problem.h"
#include "tests/fuzz/fuzz.h"

namespace modlab {

/// A user's kernel. What is taken has variants whose names and grids can be computed, or are refused with a reason.
void fuzz(std::string_view input) {
  const auto read = unless_refused([&] { return parse_kernel("mine.hlsl", {{"mine.hlsl", std::string(input)}}, ""); });
  if (!read) return;
  const KernelPtr& kernel = *read;
  std::size_t left = 100;
  unless_refused([&] {
    for_each_own_values(*kernel, [&](const modulus::OwnValues& values) {
      if (left-- == 0) throw Error("enough");
      const modulus::Variant variant = own_variant(kernel, values, plainest_build(CompilerId::d3dcompile));
      require(!family_of(name_of(variant)).empty(), "a kernel's variant has a kernel's name");
      for (const DataType type : kernel->types) static_cast<void>(kernel->value_of(kernel->elements, values, type));
    });
    return true;
  });
}

}  // namespace modlab
