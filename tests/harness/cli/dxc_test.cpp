// DXC and shader packs as a user meets them. The compiler is a fake whose bytecode no device accepts.
#include <gtest/gtest.h>

#include <algorithm>

#include "harness/store/journal.h"
#include "harness/store/run_context.h"
#include "tests/harness/cli/program.h"
#include "tests/support/temporary_folder.h"

namespace modlab::cli {
namespace {

const std::string kFake = std::string("MODLAB_DXC=") + MODLAB_FAKE_DXCOMPILER;

const std::string kFewKernels =
    " --op floor --dtype f32 --shape 4099 --where threads=64 --where per_thread=2 --where load_bytes=16 --where "
    "binding=table --where loop=group";

TEST(CliDxc, DevicesSayHowItWasFound) {
  const ProcessResult result = modlab("devices", {kFake});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_NE(result.out.find("dxc: dxcompiler 1.99 (fake), library " MODLAB_FAKE_DXCOMPILER), std::string::npos)
      << result.out;
}

TEST(CliDxc, ItsVariantsHaveTheirOwnNames) {
  const ProcessResult result = modlab("variants --compiler dxc" + kFewKernels, {kFake});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_NE(result.out.find("raw-b16-x2-t64-group-split-table-dxc-6.0\n"), std::string::npos) << result.out;
  EXPECT_EQ(result.out.find("d3dcompile"), std::string::npos) << result.out;
  const ProcessResult both = modlab("variants --compiler all" + kFewKernels, {kFake});
  EXPECT_NE(both.out.find("-dxc-6.0\n"), std::string::npos) << both.err;
  EXPECT_NE(both.out.find("-d3dcompile-5.1\n"), std::string::npos) << both.err;
}

TEST(CliDxc, ARefusalByTheDeviceIsARowAndNotAFault) {
  TemporaryFolder folder;
  const std::string path = (folder / "rows.csv").string();
  const ProcessResult result = modlab("verify --compiler all --data-set mixed --out " + path + kFewKernels, {kFake});
  EXPECT_EQ(result.status, 0) << result.err;
  std::vector<CompilerId> compilers;
  for (const CompilerTraits& compiler : store::read_context(path).compilers) compilers.push_back(compiler.id);
  EXPECT_EQ(compilers, (std::vector{CompilerId::d3dcompile, CompilerId::dxc})) << "the context has both";
  const auto rows = store::read_journal(path).rows;
  EXPECT_TRUE(std::ranges::any_of(rows, [](const store::Row& row) { return row.choice("compiler") == "dxc"; }));
  for (const store::Row& row : rows) {
    EXPECT_EQ(row.status, row.choice("compiler") == "dxc" ? "device refused" : "ok") << row.detail;
    if (row.choice("compiler") != "dxc") continue;
    EXPECT_EQ(row.choice("shader_model"), "6.0");
    EXPECT_EQ(row.choice("native16"), "no");
    EXPECT_EQ(row.choice("wave_lanes"), "0");
  }
}

TEST(CliDxc, WithoutOneItSaysHowToGetOne) {
  const ProcessResult none = modlab("variants --compiler dxc", {"MODLAB_DXC_SERVER=", "PATH=/nowhere"});
  EXPECT_EQ(none.status, 2);
  EXPECT_NE(none.err.find("scripts/setup-dxc"), std::string::npos) << none.err;
  EXPECT_EQ(modlab("devices", {"MODLAB_DXC=/nowhere/dxc"}).status, 2);
}

TEST(CliPack, HoldsWhatVerifyingAndMeasuringNeed) {
  TemporaryFolder folder;
  const std::string pack = (folder / "pack").string();
  const ProcessResult compiled = modlab("compile --out " + pack + kFewKernels);
  ASSERT_EQ(compiled.status, 0) << compiled.err;
  const ProcessResult verified = modlab("verify --data-set mixed --shaders " + pack + kFewKernels);
  EXPECT_EQ(verified.status, 0) << verified.err;
  EXPECT_EQ(verified.out.find("refused"), std::string::npos) << verified.out;
  const std::string run = (folder / "run.csv").string();
  const ProcessResult measured =
      modlab("measure --where algorithm=split --shaders " + pack + kFewKernels + " --out " + run);
  EXPECT_EQ(measured.status, 0) << measured.err;
  for (const store::Row& row : store::read_journal(run).rows) EXPECT_EQ(row.status, "ok") << row.detail;
}

TEST(CliPack, NamesTheKernelItLacks) {
  TemporaryFolder folder;
  const std::string pack = (folder / "pack").string();
  ASSERT_EQ(modlab("compile --where algorithm=split --out " + pack + kFewKernels).status, 0);
  const ProcessResult result =
      modlab("verify --where algorithm=longdiv --where access=raw --data-set mixed --shaders " + pack + kFewKernels);
  EXPECT_NE(result.out.find("compiler refused"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("pack has no modulus.hlsl by d3dcompile for shader model 5.1 with"), std::string::npos)
      << result.out;
  EXPECT_NE(result.out.find("ALGORITHM=ALGORITHM_LONGDIV"), std::string::npos) << result.out;
}

TEST(CliPack, HoldsKernelsForAnotherDevice) {
  TemporaryFolder folder;
  const std::string pack = (folder / "pack").string();
  const std::string words =
      "compile --op floor --dtype f16 --shape 4099 --where algorithm=split --where access=raw "
      "--where threads=64 --where loop=group --compiler dxc --out " +
      pack;
  const auto kernels = [&](const std::string& device) {
    const ProcessResult result = modlab(words + device, {kFake});
    EXPECT_EQ(result.status, 0) << result.err;
    const std::size_t begin = result.out.find(": ") + 2;
    return std::stoi(result.out.substr(begin));
  };
  const int plain = kernels(" --shader-model 6.0");
  const int native16 = kernels(" --shader-model 6.2 --native-16bit");
  EXPECT_GT(native16, plain);
  EXPECT_GT(kernels(" --shader-model 6.6 --native-16bit --wave-lanes 32-64"), native16);
}

}  // namespace
}  // namespace modlab::cli
