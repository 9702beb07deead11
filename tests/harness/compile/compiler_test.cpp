#include "harness/compile/compiler.h"

#include <gtest/gtest.h>

#include "harness/device/status.h"
#include "kernels/error.h"
#include "kernels/modulus/algorithm.h"
#include "kernels/modulus/plan.h"
#include "kernels/modulus/problem.h"
#include "kernels/modulus/workload.h"
#include "tests/support/simulated_device.h"

namespace modlab::compile {
namespace {

TEST(ShaderRequest, IsStrictUnlessTheAlgorithmNeedsAFusedMad) {
  const auto is_strict = [](modulus::Algorithm algorithm) {
    return shader_request(modulus::make_plan(describe(modulus::Workload{}), {.algorithm = algorithm})).strict;
  };
  EXPECT_TRUE(is_strict(modulus::Algorithm::split));
  for (const modulus::Algorithm algorithm :
       {modulus::Algorithm::fma, modulus::Algorithm::ladder, modulus::Algorithm::half})
    EXPECT_FALSE(is_strict(algorithm)) << modulus::name_of(algorithm);
}

TEST(ProbeCompiler, ARefusalIsNotAbleTo) {
  SimulatedCompiler compiler;
  compiler.refuses = [](const ShaderRequest&) { return true; };
  EXPECT_EQ(probe_compiler(compiler, CompilerId::d3dcompile), CompilerTraits{.version = "simulated"});
}

TEST(ProbeCompiler, AFailureIsAnErrorRatherThanAnAnswer) {
  SimulatedCompiler compiler;
  compiler.refuses = [](const ShaderRequest&) -> bool { throw VariantFailure(Status::compiler_failed, "crashed"); };
  EXPECT_THROW(probe_compiler(compiler, CompilerId::d3dcompile), Error);
}

TEST(ProbeCompiler, OtherBytecodeShowsThatPreciseIsHeeded) {
  SimulatedCompiler compiler;  // its bytecode is the defines
  EXPECT_TRUE(probe_compiler(compiler, CompilerId::d3dcompile).precise);
  class Forgetful final : public Compiler {
   public:
    [[nodiscard]] std::vector<CompilerId> ids() const override { return {CompilerId::d3dcompile}; }
    [[nodiscard]] std::string version() const override { return "forgetful"; }
    [[nodiscard]] Bytecode compile(const ShaderRequest&, const ShaderSources&) override { return {}; }
  } forgetful;
  EXPECT_FALSE(probe_compiler(forgetful, CompilerId::d3dcompile).precise);
  EXPECT_TRUE(probe_compiler(forgetful, CompilerId::d3dcompile).raw_writable_loads);
}

}  // namespace
}  // namespace modlab::compile
