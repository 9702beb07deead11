#include "harness/store/run_context.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

#include "harness/system/file.h"
#include "kernels/error.h"
#include "kernels/files/kernel_file.h"
#include "tests/support/temporary_folder.h"

namespace modlab::store {
namespace {

TEST(RunContext, ReadsBackWhole) {
  RunContext context;
  context.run = "run";
  context.command = {"modlab", "tune", "--out", "a b.csv"};
  context.started = "2026-01-01T00:00:00Z";
  context.revision = "abc";
  context.host = "Linux 6.1, arm64, 2 cores";
  context.seed = 18446744073709551615u;
  context.strategy = "random";
  context.mode = "warm";
  context.power_policy = "default";
  context.device.adapter = "a GPU";
  context.device.memory_bytes = std::uint64_t{1} << 40;
  context.device.highest_shader_model = {6, 6};
  context.device.wave_ops = true;
  context.device.typed_load_16 = true;
  context.device.timestamp_hz = 1'000'000'000;
  context.compiler_version = "1.2";
  context.fused_mad = true;
  context.exact_half = true;
  context.exact_bytes = false;
  context.compilers = {{.id = CompilerId::d3dcompile, .fused_mad = true, .exact_half = true, .exact_bytes = false},
                       {.id = CompilerId::dxc,
                        .version = "1.2",
                        .raw_writable_loads = true,
                        .precise = true,
                        .exact_native_half = true}};
  context.peers = {"DirectML 1.2.3", "Neighbour 4"};
  const std::string text = "// modlab: op floor\n// modlab: dtype f32\n// modlab: threads 64\n// modlab: elements 1\n";
  context.kernels = {parse_kernel("mine.hlsl", {{"mine.hlsl", text}, {"part.hlsli", "//"}}, "01234567")};
  context.transfer = false;
  context.clock_step_ns = 1024;
  context.cache_bytes = 50 << 20;
  context.spent = {.compile = 1, .verify = 2, .measure = 3, .other = 4};
  context.workloads.push_back({.workload = "w",
                               .aa_variant = "v",
                               .aa_ratio = 1.01,
                               .aa_low = 0.99,
                               .aa_high = 1.02,
                               .aa_verdict = "UNCLEAR",
                               .space = 7,
                               .unconfirmed = "why",
                               .pilot = {1.5, {1.4, 1.6}, 20},
                               .launch_floor = {2.5, {2.4, 2.6}, 20},
                               .drifted = 9});
  TemporaryFolder folder;
  write_context(folder / "run.csv", context);
  const RunContext read = read_context(folder / "run.csv");
  EXPECT_EQ(read.command, context.command);
  EXPECT_EQ(read.seed, context.seed);
  EXPECT_EQ(read.host, context.host);
  EXPECT_EQ(read.device.adapter, context.device.adapter);
  EXPECT_EQ(read.device.memory_bytes, context.device.memory_bytes);
  EXPECT_EQ(read.device.highest_shader_model, context.device.highest_shader_model);
  EXPECT_TRUE(read.device.typed_load_16);
  EXPECT_FALSE(read.device.typed_load_8);
  EXPECT_TRUE(read.fused_mad);
  EXPECT_TRUE(read.exact_half);
  EXPECT_FALSE(read.exact_bytes);
  EXPECT_EQ(read.compilers, context.compilers);
  EXPECT_EQ(read.peers, context.peers);
  ASSERT_EQ(read.kernels.size(), 1U);
  EXPECT_EQ(read.kernels.front()->hash, "01234567");
  EXPECT_EQ(read.kernels.front()->sources, context.kernels.front()->sources);
  EXPECT_FALSE(read.transfer);
  EXPECT_EQ(read.clock_step_ns, context.clock_step_ns);
  ASSERT_EQ(read.workloads.size(), 1u);
  EXPECT_EQ(read.workloads[0].aa_low, 0.99);
  EXPECT_EQ(read.workloads[0].unconfirmed, "why");
  EXPECT_EQ(read.workloads[0].pilot.median, 1.5);
  EXPECT_EQ(read.workloads[0].pilot.ci.high, 1.6);
  EXPECT_EQ(read.workloads[0].pilot.blocks, 20u);
  EXPECT_EQ(read.workloads[0].launch_floor.median, 2.5);
  EXPECT_EQ(read.workloads[0].drifted, 9u);
  EXPECT_EQ(read.cache_bytes, 50u << 20);
  EXPECT_EQ(read.spent.verify, 2);
  EXPECT_EQ(read.spent.other, 4);
  EXPECT_TRUE(read.finished.empty());
}

TEST(RunContext, NeitherHoldsNorNeedsWhatIsNoNumber) {
  RunContext context;
  context.clock_step_ns = std::nan("");
  context.workloads.push_back({.workload = "w", .aa_high = std::numeric_limits<double>::infinity()});
  const std::string text = context_text(context);
  EXPECT_EQ(text.find("null"), std::string::npos) << text;
  EXPECT_EQ(parse_context(text).clock_step_ns, 0);
  // As 1.0.0 wrote it of a workload of which no variant passed.
  std::string before = text;
  before.replace(before.find("\"aa_low\""), 0, "\"aa_high\": null, ");
  EXPECT_EQ(parse_context(before).workloads.at(0).aa_high, 0);
}

TEST(RunContext, OfAMergedRunReadsBackWithItsParts) {
  RunContext context;
  context.device.adapter = "slow + fast";
  context.merged = {"s0.csv", "s1.csv"};
  for (const char* adapter : {"slow", "fast"}) context.parts.emplace_back().device.adapter = adapter;
  context.parts[1].workloads.emplace_back().run = "s1";
  TemporaryFolder folder;
  write_context(folder / "run.csv", context);
  const RunContext read = read_context(folder / "run.csv");
  EXPECT_EQ(read.merged, context.merged);
  ASSERT_EQ(parts_of(read).size(), 2u);
  EXPECT_EQ(part_on(read, "fast").workloads.at(0).run, "s1");
  EXPECT_EQ(&part_on(read, "slow"), &read.parts[0]);
  EXPECT_EQ(parts_of(read.parts[0]).data(), &read.parts[0]) << "what has no parts speaks for itself";
  EXPECT_EQ(&part_on(read.parts[0], "slow"), &read.parts[0]);
}

TEST(RunContext, OfAnEarlierVersionIsRead) {
  TemporaryFolder folder;
  RunContext context;
  context.spent.measure = 5;
  WorkloadContext& workload = context.workloads.emplace_back();
  workload.space = 7;
  workload.pilot = {3, {2, 4}, 20};
  write_context(folder / "run.csv", context);
  std::string text = read_file(folder / "run.json");
  for (const char* later : {"cache_bytes", "spent_s", "\"pilot_ns", "drifted", "merged", "parts", "sampling"}) {
    const std::size_t place = text.find(later);
    ASSERT_NE(place, std::string::npos) << later;
    text.replace(place + 1, 1, "_");
  }
  std::ofstream(folder / "run.json") << text;
  const RunContext read = read_context(folder / "run.csv");
  EXPECT_EQ(read.spent.measure, 0);
  EXPECT_EQ(read.workloads.at(0).space, 7u);
  EXPECT_EQ(read.workloads.at(0).pilot.median, 0);
}

TEST(RunContext, ACommandInOneStringIsReadAsItsWords) {
  TemporaryFolder folder;
  RunContext context;
  context.command = {"COMMAND"};
  write_context(folder / "run.csv", context);
  std::string text = read_file(folder / "run.json");
  const std::size_t begin = text.find('[', text.find("\"command\""));
  text.replace(begin, text.find(']', begin) + 1 - begin, "\"modlab tune --out a.csv\"");
  std::ofstream(folder / "run.json") << text;
  EXPECT_EQ(read_context(folder / "run.csv").command, (std::vector<std::string>{"modlab", "tune", "--out", "a.csv"}));
}

TEST(RunContext, AMissingOrForeignFileIsAnError) {
  TemporaryFolder folder;
  EXPECT_THROW(read_context(folder / "run.csv"), Error);
  std::ofstream(folder / "run.json") << "{\"run\": 5}";
  EXPECT_THROW(read_context(folder / "run.csv"), Error);
  std::ofstream(folder / "run.json") << "not json";
  EXPECT_THROW(read_context(folder / "run.csv"), Error);
}

TEST(RunContext, AKernelsFileWithANameThatNoFileCanHaveIsAnError) {
  RunContext context;
  const std::string text = "// modlab: op floor\n// modlab: dtype f32\n// modlab: threads 64\n// modlab: elements 1\n";
  context.kernels = {parse_kernel("named.PLACE", {{"named.PLACE", text}}, "01234567")};
  std::string json = context_text(context);
  EXPECT_NO_THROW(parse_context(json));
  for (std::size_t at = json.find("PLACE"); at != std::string::npos; at = json.find("PLACE"))
    json.replace(at, 5, 200'000, 'k');
  try {
    parse_context(json);
    ADD_FAILURE() << "taken";
  } catch (const Error& error) {
    EXPECT_LT(std::string_view(error.what()).size(), 200U);
  }
}

TEST(RunContext, OfACommandThatIsNotUtf8IsWritten) {
  RunContext context;
  context.command = {"modlab", "tune", "--out", "\xff.csv"};
  EXPECT_EQ(parse_context(context_text(context)).command.back(), "\xef\xbf\xbd.csv");
}

TEST(RunContext, NestedDeeperThanTheStackIsAnError) {
  constexpr std::size_t kDeep = 1'000'000;
  std::string text = context_text({});
  const std::string_view none = "\"parts\": []";
  text.replace(text.find(none), none.size(), "\"parts\": " + std::string(kDeep, '[') + std::string(kDeep, ']'));
  EXPECT_THROW(parse_context(text), Error);
}

TEST(RunContext, AnEmptyFileOrOneOfZerosSaysWhereTheRowsAre) {
  TemporaryFolder folder;
  for (const std::string& text : {std::string(), std::string(4096, '\0')}) {
    std::ofstream(folder / "run.json") << text;
    try {
      read_context(folder / "run.csv");
      FAIL();
    } catch (const Error& error) {
      EXPECT_EQ(error.what(), (folder / "run.json").string() +
                                  ": is empty, as a power cut may leave it; the rows are in " +
                                  (folder / "run.csv").string());
    }
  }
}

}  // namespace
}  // namespace modlab::store
