#include "harness/compile/shader_pack.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <xxhash.h>

#include <fstream>
#include <iterator>

#include "harness/compile/compile_all.h"
#include "harness/device/status.h"
#include "harness/system/file.h"
#include "kernels/error.h"
#include "tests/support/simulated_device.h"
#include "tests/support/temporary_folder.h"

namespace modlab::compile {
namespace {

const ShaderSources kSources{{"main.hlsl", "main"}};

ShaderRequest request(const std::string& width) { return {"main.hlsl", "main", {5, 1}, {{"WIDTH", width}}}; }

/// A pack of two kernels.
ShaderPack packed() {
  SimulatedCompiler compiler;
  ShaderPack pack(kSources);
  pack.add_maker({CompilerId::d3dcompile, "simulated 1 (one)"});
  PackingCompiler packing(compiler, pack);
  static_cast<void>(packing.compile(request("1"), kSources));
  static_cast<void>(packing.compile(request("2"), kSources));
  return pack;
}

TEST(ShaderPack, HasWhatWasCompiledAfterWritingAndReading) {
  TemporaryFolder folder;
  replace_file(folder / "pack", packed().content());
  const auto served = make_pack_compiler(ShaderPack::read(folder / "pack", kSources), "pack");
  SimulatedCompiler compiler;
  for (const char* width : {"1", "2"})
    EXPECT_EQ(served->compile(request(width), kSources).bytes, compiler.compile(request(width), kSources).bytes);
  EXPECT_EQ(served->ids(), std::vector{CompilerId::d3dcompile});
  EXPECT_EQ(served->version(), "simulated 1 (one), packed");
}

TEST(ShaderPack, RefusesWhatItLacksByName) {
  const auto served = make_pack_compiler(packed(), "my.pack");
  try {
    static_cast<void>(served->compile(request("3"), kSources));
    FAIL();
  } catch (const VariantFailure& failure) {
    EXPECT_EQ(failure.status(), Status::compiler_refused);
    EXPECT_STREQ(
        failure.what(),
        "my.pack has no main.hlsl by d3dcompile for shader model 5.1 with WIDTH=3; modlab compile makes packs");
  }
}

TEST(ShaderPack, AnythingButAWholePackOfTheseSourcesIsAnError) {
  TemporaryFolder folder;
  const auto path = folder / "pack";
  EXPECT_THROW(ShaderPack::read(path, kSources), Error);
  replace_file(path, packed().content());
  EXPECT_THROW(ShaderPack::read(path, {{"main.hlsl", "changed"}}), Error);
  std::ifstream file(path, std::ios::binary);
  const std::string content(std::istreambuf_iterator<char>(file), {});
  for (const std::size_t bytes : {content.size() - 1, content.size() / 2, std::size_t{30}, std::size_t{0}}) {
    std::ofstream(path, std::ios::binary) << content.substr(0, bytes);
    EXPECT_THROW(ShaderPack::read(path, kSources), Error) << bytes;
  }
}

TEST(CompileAll, CompilesEveryRequestAndGathersRefusals) {
  SimulatedCompiler compiler;
  compiler.refuses = [](const ShaderRequest& asked) { return asked.defines.front().value == "7"; };
  ShaderPack pack(kSources);
  PackingCompiler packing(compiler, pack);
  std::vector<ShaderRequest> requests;
  for (int i = 0; i < 50; ++i) requests.push_back(request(std::to_string(i)));
  std::size_t done = 0;
  EXPECT_EQ(compile_all(packing, requests, kSources, [&](std::size_t so_far) { done = so_far; }).size(), 1u);
  EXPECT_EQ(done, 50u);
  EXPECT_EQ(pack.kernel_count(), 49u);
}

/// A pack with these lines about kernels, over ten bytes of bytecode.
std::string pack_of(const std::string& kernels) {
  const std::string empty = ShaderPack(kSources).content();
  const std::string lines = empty.substr(0, empty.find("end ")) + kernels;
  const std::string bytecode = "0123456789";
  const auto checksum = XXH3_64bits_withSeed(bytecode.data(), bytecode.size(), XXH3_64bits(lines.data(), lines.size()));
  return fmt::format("{}end {:016x}\n{}", lines, checksum, bytecode);
}

TEST(ShaderPack, AKernelOutsideItsBytecodeIsDamage) {
  EXPECT_EQ(ShaderPack::parse(pack_of("kernel whole 0 10\nkernel none 10 0\n"), kSources).kernel_count(), 2u);
  for (const char* range :
       {"0 11", "11 0", "5 6", "18446744073709551615 2", "2 18446744073709551615", "-1 1", "0", "x"})
    EXPECT_THROW(ShaderPack::parse(pack_of(fmt::format("kernel key {}\n", range)), kSources), Error) << range;
}

TEST(ShaderPack, KernelsWithTheSameBytecodeShareItInMemory) {
  const ShaderPack pack = ShaderPack::parse(pack_of("kernel one 2 3\nkernel two 2 3\n"), kSources);
  ASSERT_TRUE(pack.find("one") && pack.find("two"));
  EXPECT_EQ(pack.find("one")->size(), 3u);
  EXPECT_EQ(pack.find("one")->data(), pack.find("two")->data());
}

}  // namespace
}  // namespace modlab::compile
