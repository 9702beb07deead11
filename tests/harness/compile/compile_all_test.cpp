#include "harness/compile/compile_all.h"

#include <gtest/gtest.h>

#include "harness/compile/shader_pack.h"
#include "harness/device/status.h"
#include "tests/support/simulated_device.h"

namespace modlab::compile {
namespace {

ShaderRequest request_of(const std::string& entry) { return {"x", entry, {5, 1}, {{"ENTRY", entry}}}; }

TEST(CompileAll, ReturnsRefusalsAndStopsAtAFailure) {
  SimulatedCompiler compiler;
  compiler.refuses = [](const ShaderRequest& request) {
    if (request.entry == "failed") throw VariantFailure(Status::compiler_failed, "crashed");
    return request.entry == "refused";
  };
  const auto compile = [&](const std::vector<std::string>& entries) {
    std::vector<ShaderRequest> requests;
    for (const std::string& entry : entries) requests.push_back(request_of(entry));
    std::size_t last = 0;
    const auto refusals = compile_all(compiler, requests, {}, [&](std::size_t done) { last = done; });
    EXPECT_EQ(last, requests.size());
    return refusals;
  };
  EXPECT_EQ(compile({"main", "refused"}), std::vector<std::string>{"x(1): simulated refusal"});
  EXPECT_THROW(compile({"main", "failed"}), VariantFailure);
}

TEST(CompileAll, FillsAPackFromAllThreads) {
  SimulatedCompiler compiler;
  std::vector<ShaderRequest> requests;
  for (int i = 0; i < 500; ++i) requests.push_back(request_of(std::to_string(i)));
  ShaderPack pack({});
  PackingCompiler packing(compiler, pack);
  std::vector<std::size_t> progress;
  EXPECT_TRUE(compile_all(packing, requests, {}, [&](std::size_t done) { progress.push_back(done); }).empty());
  EXPECT_EQ(pack.kernel_count(), requests.size());
  ASSERT_EQ(progress.size(), requests.size());
  for (std::size_t i = 0; i < progress.size(); ++i) EXPECT_EQ(progress[i], i + 1);
}

}  // namespace
}  // namespace modlab::compile
