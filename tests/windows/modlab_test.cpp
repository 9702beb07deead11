// modlab.exe and modlab-bench.exe as users meet them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "harness/store/journal.h"
#include "harness/store/run_context.h"
#include "harness/system/file.h"
#include "tests/windows/windows_program.h"

namespace modlab {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

const std::string kFew =
    " --op floor --shape 4099 --where threads=64 --where load_bytes=16 --where loop=group --where per_thread=1,2 "
    "--where binding=root --where access=raw --where precise=no --where streamed=no";

std::size_t line_count(const std::string& text) { return static_cast<std::size_t>(std::ranges::count(text, '\n')); }

TEST_F(WindowsProgram, DevicesNameAdapterAndCompilers) {
  const ProcessResult result = run("modlab.exe devices");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, ContainsRegex("^implementation  d3d12.dll (with content [0-9a-f]+|[0-9.]+)\n"));
  EXPECT_THAT(result.out, AllOf(HasSubstr("\nadapter 0       "), HasSubstr("\nshader model    5.1\n")));
  EXPECT_THAT(result.out, ContainsRegex("compiler        d3dcompile: d3dcompiler_47 10\\.0\\.[0-9.]+, library\n"));
  EXPECT_THAT(result.out, ContainsRegex("compiler        dxc: dxcompiler 1\\.[0-9]+ .*, library dxcompiler.dll\n"));
}

TEST_F(WindowsProgram, NothingOfTheCurrentFolderIsLoadedOrStarted) {
  const std::filesystem::path here = path("");
  std::filesystem::copy_file(MODLAB_PLANTED ".exe", here / "dxc.exe");
  for (const char* library : {"planted.dll", "dxcompiler.dll", "d3dcompiler_47.dll", "d3d12.dll", "dxgi.dll"})
    std::filesystem::copy_file(MODLAB_PLANTED "_library.dll", here / library);
  const ProcessResult devices = run(std::vector<std::string>{"modlab.exe", "devices"}, {}, here.string());
  EXPECT_EQ(devices.status, 0) << devices.err;
  EXPECT_THAT(devices.out, Not(HasSubstr("planted")));
  const std::vector<std::string> variants{"modlab.exe", "variants", "--compiler", "dxc"};
  const ProcessResult library = run(variants, {"MODLAB_DXC=planted.dll"}, here.string());
  EXPECT_EQ(library.status, 2);
  EXPECT_THAT(library.err, HasSubstr("cannot load planted.dll"));
  EXPECT_FALSE(std::filesystem::exists(here / "planted-ran"));
  // It would have left its trace.
  EXPECT_EQ(run(variants, {"MODLAB_DXC=.\\planted.dll"}, here.string()).status, 2);
  EXPECT_TRUE(std::filesystem::exists(here / "planted-ran"));
}

TEST_F(WindowsProgram, AWrongCallIsOneLineAndStatus2) {
  const ProcessResult result = run("modlab.exe tune --nope");
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, AllOf(StartsWith("modlab: "), HasSubstr("--nope")));
  EXPECT_EQ(line_count(result.err), 1U) << result.err;
}

TEST_F(WindowsProgram, WhatOnlyWindowsInDeveloperModeAllowsIsRefusedInOneLine) {
  const ProcessResult result = run("modlab.exe tune --stable-power --out " + windows_path("run.csv") + kFew);
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("developer mode"));
  EXPECT_EQ(line_count(result.err), 1U) << result.err;
}

TEST_F(WindowsProgram, ExactKernelsOfD3DCompileAreRight) {
  const ProcessResult result =
      run("modlab.exe verify --dtype f32,u8 --data-set mixed --out " + windows_path("rows.csv") + kFew);
  EXPECT_EQ(result.status, 0) << result.err;
  std::set<std::string> types;
  for (const store::Row& row : store::read_journal(path("rows.csv")).rows) {
    EXPECT_EQ(row.status, "ok") << row.variant << ": " << row.detail;
    EXPECT_EQ(row.choice("compiler"), "d3dcompile");
    if (row.accuracy != "exact") continue;
    EXPECT_EQ(row.mismatches, 0U) << row.variant;
    types.insert(row.dtype);
  }
  EXPECT_EQ(types, (std::set<std::string>{"f32", "u8"}));
}

// The device there takes no shader model that DXC has, so that its kernels are made and never run.
TEST_F(WindowsProgram, DxcAsALibraryMakesAPack) {
  const ProcessResult result =
      run("modlab.exe compile --dtype f16 --compiler dxc --shader-model 6.6 --native-16bit "
          "--wave-lanes 32-64 --where algorithm=split --out " +
          windows_path("pack") + kFew);
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr(" kernels by dxcompiler 1."));
  EXPECT_GT(std::filesystem::file_size(path("pack")), 10'000U);
}

TEST_F(WindowsProgram, AKilledTuneGoesOnWhereItStopped) {
  const std::string tune = "modlab.exe tune --strategy exhaustive --seed 5 --where algorithm=split,longdiv" + kFew;
  const std::string journal = path("run.csv");
  bool killed = false;
  const ProcessResult stopped = run_polling(tune + " --out " + windows_path("run.csv"), [&] {
    if (killed || !std::filesystem::exists(journal) || line_count(read_file(journal)) < 3) return;
    killed = kill_program_with(windows_path("run.csv"));
  });
  ASSERT_TRUE(killed) << stopped.err;
  EXPECT_EQ(stopped.status, 128 + 9);
  const std::vector<store::Row> before = store::read_journal(journal).rows;
  ASSERT_FALSE(before.empty());
  EXPECT_TRUE(store::read_context(journal).finished.empty());

  const ProcessResult resumed = run(tune + " --resume " + windows_path("run.csv"));
  ASSERT_EQ(resumed.status, 0) << resumed.err;
  const std::vector<store::Row> after = store::read_journal(journal).rows;
  ASSERT_EQ(after.size(), 4U);
  std::set<std::string> variants;
  for (const store::Row& row : after) {
    EXPECT_EQ(row.status, "ok") << row.detail;
    EXPECT_TRUE(variants.insert(row.variant).second) << row.variant << " twice";
  }
  for (std::size_t i = 0; i < before.size(); ++i) {
    EXPECT_EQ(after[i].variant, before[i].variant);
    EXPECT_EQ(after[i].utc, before[i].utc);
  }
  const store::RunContext context = store::read_context(journal);
  EXPECT_FALSE(context.finished.empty());
  EXPECT_EQ(context.resumed.size(), 1U);
  EXPECT_THAT(context.host, StartsWith("Windows"));
}

TEST_F(WindowsProgram, AWorkerThatIsKilledCostsOneRow) {
  const std::string journal = path("run.csv");
  bool killed = false;
  const ProcessResult result =
      run_polling("modlab.exe tune --strategy exhaustive --where algorithm=split,longdiv" + kFew + " --out " +
                      windows_path("run.csv"),
                  [&] {
                    if (killed || !std::filesystem::exists(journal)) return;
                    killed = line_count(read_file(journal)) >= 2 && kill_worker_of(windows_path("run.csv"));
                  });
  ASSERT_EQ(result.status, 0) << result.err;
  ASSERT_TRUE(killed);
  const std::vector<store::Row> rows = store::read_journal(journal).rows;
  EXPECT_EQ(rows.size(), 4U);
  EXPECT_EQ(std::ranges::count(rows, "crashed", &store::Row::status), 1);
}

TEST_F(WindowsProgram, TheBenchmarkReportsAnEntry) {
  const ProcessResult result =
      run("modlab-bench.exe --benchmark_filter=floor/f32/.*raw-b16-x4-t256-group-split --benchmark_format=json --shape "
          "4099");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("\"d3d12\": \"d3d12.dll"));
  EXPECT_THAT(result.out, HasSubstr("raw-b16-x4-t256-group-split-root-d3dcompile-5.1"));
}

}  // namespace
}  // namespace modlab
