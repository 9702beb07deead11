// Every kernel family with the real DXC, at each shader model it claims.
#include <gtest/gtest.h>

#include "harness/device/status.h"
#include "kernels/buffer_plans.h"
#include "kernels/modulus/axis.h"
#include "kernels/modulus/plan.h"
#include "kernels/modulus/problem.h"
#include "kernels/modulus/space.h"
#include "kernels/modulus/workload.h"
#include "tests/support/dxc.h"
#include "tests/support/variant_cover.h"

namespace modlab::compile {
namespace {

/// A device that supports everything.
Platform able_platform() {
  Platform platform;
  platform.device.highest_shader_model = {6, 6};
  platform.device.native_16bit = true;
  platform.device.wave_ops = true;
  platform.device.wave_lanes_min = 32;
  platform.device.wave_lanes_max = 64;
  platform.device.typed_load_8 = true;
  platform.device.typed_load_16 = true;
  platform.compilers = {
      {.id = CompilerId::dxc, .raw_writable_loads = true, .precise = true, .fused_mad = true, .exact_half = true},
  };
  return platform;
}

/// Without the axes that only change a number in the source.
modulus::VariantFilter families() {
  modulus::VariantFilter filter;
  for (const char* where : {"threads=64", "per_thread=2", "loop=grid,tile,rows,staged", "binding=table"})
    filter.add_where(where);
  return filter;
}

/// What the compiler and its validator say about a kernel; empty where they accept it.
std::string objection(const Plan& plan) {
  try {
    const Bytecode bytecode = real_dxc()->compile(shader_request(plan), embedded_shaders());
    // DXC signs what its validator has passed.
    const bool validated = std::any_of(bytecode.bytes.begin() + 4, bytecode.bytes.begin() + 20,
                                       [](std::byte byte) { return byte != std::byte{0}; });
    return validated ? bytecode.diagnostics : "not validated";
  } catch (const VariantFailure& failure) {
    return failure.what();
  }
}

class KernelFamily : public testing::TestWithParam<DataType> {};

TEST_P(KernelFamily, CompilesAtEveryShaderModelItClaims) {
  MODLAB_NEEDS_DXC();
  int compiled = 0;
  for (const auto& rounding : modulus::kRoundingNames)
    for (const modulus::Layout layout :
         {modulus::Layout::packed, modulus::Layout::broadcast_b, modulus::Layout::padded, modulus::Layout::transposed})
      for (const auto& placement : modulus::kPlacementNames) {
        // What rounds is the same code in every layout: by turns is enough.
        if (layout != modulus::Layout::packed &&
            (static_cast<int>(rounding.value) + static_cast<int>(placement.value)) % 2 > 0)
          continue;
        const modulus::Workload workload{
            .rounding = rounding.value,
            .type = GetParam(),
            .shape = layout == modulus::Layout::transposed ? Shape{3, 16, 32} : Shape{3, 17, 99},
            .layout = layout,
            .placement = placement.value};
        if (modulus::why_illegal(workload)) continue;
        modulus::ModulusDesc desc = modulus::describe(workload);
        if (layout == modulus::Layout::broadcast_b) desc.divisor = 16;
        const modulus::VariantSpace space(desc, able_platform(), families());
        for (const modulus::Variant& variant : cover_of(space.legal())) {
          const std::string said = objection(modulus::make_plan(desc, variant));
          EXPECT_EQ(said, "") << modulus::name_of(workload) << ' ' << modulus::name_of(variant);
          ++compiled;
        }
      }
  EXPECT_GT(compiled, 50);
}

INSTANTIATE_TEST_SUITE_P(Dxc, KernelFamily,
                         testing::Values(DataType::f32, DataType::f16, DataType::i32, DataType::i16, DataType::i8,
                                         DataType::u32, DataType::u16, DataType::u8),
                         [](const auto& test) { return std::string(name_of(test.param)); });

TEST(KernelsThatServe, CompileByDxc) {
  MODLAB_NEEDS_DXC();
  constexpr Build like{CompilerId::dxc, {6, 0}};
  EXPECT_EQ(objection(make_equality_plan(1000, like)), "");
  EXPECT_EQ(objection(make_arithmetic_plan({1, 1}, 0, like)), "");
  EXPECT_EQ(objection(make_transfer_plan(1000, like)), "");
}

}  // namespace
}  // namespace modlab::compile
