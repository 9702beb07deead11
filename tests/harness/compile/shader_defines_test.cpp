// A define that a plan forgets, or gives a value that no shader knows, must not compile to some other kernel.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "harness/compile/d3d_compiler.h"
#include "harness/device/status.h"
#include "kernels/modulus/algorithm.h"
#include "kernels/modulus/plan.h"
#include "kernels/modulus/problem.h"
#include "kernels/modulus/space.h"
#include "kernels/modulus/workload.h"
#include "tests/support/dxc.h"

namespace modlab::compile {
namespace {

/// One plan per shader of the operator.
std::vector<Plan> plans_for(const Build& build) {
  const auto transposed = modulus::describe(
      modulus::Workload{.type = DataType::u8, .shape = {32, 64}, .layout = modulus::Layout::transposed});
  modulus::Variant variant{.access = Access::structured, .algorithm = modulus::Algorithm::fixup, .build = build};
  std::vector<Plan> plans{modulus::make_plan(describe(modulus::Workload{.type = DataType::u8}), variant),
                          modulus::make_plan(transposed, variant)};
  variant.loop = modulus::Loop::tile;
  plans.push_back(modulus::make_plan(transposed, variant));
  variant.loop = modulus::Loop::staged;
  plans.push_back(modulus::make_plan(transposed, variant));
  variant.loop = modulus::Loop::rows;
  plans.push_back(modulus::make_plan(
      describe(modulus::Workload{.type = DataType::u8, .shape = {32, 64}, .layout = modulus::Layout::row_b}), variant));
  return plans;
}

bool is_number(const std::string& text) {
  return std::ranges::all_of(text, [](unsigned char c) { return std::isdigit(c) != 0; });
}

bool compiles(Compiler& compiler, const ShaderRequest& request) {
  try {
    return !compiler.compile(request, embedded_shaders()).bytes.empty();
  } catch (const VariantFailure&) {
    return false;
  }
}

void expect_errors(Compiler& compiler, const Build& build) {
  std::set<std::string> shaders;
  for (const Plan& plan : plans_for(build)) {
    shaders.insert(plan.shader);
    const ShaderRequest right = shader_request(plan);
    ASSERT_TRUE(compiles(compiler, right)) << plan.shader;
    for (std::size_t i = 0; i < right.defines.size(); ++i) {
      const auto [name, value] = right.defines[i];
      ShaderRequest wrong = right;
      wrong.defines.erase(wrong.defines.begin() + static_cast<std::ptrdiff_t>(i));
      EXPECT_FALSE(compiles(compiler, wrong)) << plan.shader << " without " << name;
      wrong = right;
      wrong.defines[i].value = name + "_UNHEARD_OF";
      EXPECT_FALSE(compiles(compiler, wrong)) << plan.shader << " with " << name << '=' << wrong.defines[i].value;
      if (is_number(value)) continue;
      for (const char* number : {"0", "99"}) {
        wrong.defines[i].value = number;
        EXPECT_FALSE(compiles(compiler, wrong)) << plan.shader << " with " << name << '=' << number;
      }
    }
  }
  EXPECT_EQ(shaders, (std::set<std::string>{"modulus.hlsl", "modulus_rows.hlsl", "modulus_staged.hlsl",
                                            "modulus_strided.hlsl", "modulus_tiled.hlsl"}));
}

TEST(ShaderDefines, OneThatIsMissingOrUnknownIsAnError) {
  expect_errors(*make_d3d_compiler(), {CompilerId::d3dcompile, {5, 1}});
}

TEST(ShaderDefines, OneThatIsMissingOrUnknownIsAnErrorToDxc) {
  MODLAB_NEEDS_DXC();
  expect_errors(*real_dxc(), {CompilerId::dxc, {6, 0}});
}

}  // namespace
}  // namespace modlab::compile
