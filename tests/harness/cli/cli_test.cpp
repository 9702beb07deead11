// The program as a user runs it: exit status, stdout, stderr and files.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <set>
#include <sstream>

#include "harness/store/journal.h"
#include "harness/store/run_context.h"
#include "harness/store/samples.h"
#include "harness/system/file.h"
#include "kernels/modulus/plan.h"
#include "tests/harness/cli/program.h"
#include "tests/support/temporary_folder.h"

namespace modlab::cli {
namespace {

/// A workload and a space that are done within a second.
const std::string kSmall =
    " --op floor --where precise=no --shape 4099 --where threads=64,256 --where load_bytes=4,16 --where "
    "algorithm=split,formula "
    "--where per_thread=2 --where binding=table --where loop=group --where streamed=no";

class WrongCall : public testing::TestWithParam<const char*> {};

TEST_P(WrongCall, GetsOneLineAndStatusTwo) {
  const ProcessResult result = modlab(GetParam());
  EXPECT_EQ(result.status, 2) << result.out << result.err;
  EXPECT_EQ(line_count(result.err), 1u) << result.err;
  EXPECT_TRUE(result.err.starts_with("modlab: ")) << result.err;
  EXPECT_EQ(result.out, "");
}

INSTANTIATE_TEST_SUITE_P(
    Cli, WrongCall,
    testing::Values(
        "", "nonsense", "tune --frobnicate", "tune --op modulo", "tune --dtype f64x", "tune --layout transposed",
        "tune --layout broadcast-b --placement in-b", "tune --layout loose", "tune --placement nowhere",
        "tune --data-set none", "tune --shape 0x4", "tune --shape -4", "tune --shape 4x",
        "tune --shape 1x1x1x1x1x1x1x1x1", "tune --shape 99999999999x99999999999", "tune --shape 65536x65536x4096",
        "tune --strategy magic", "tune --budget soon", "tune --budget 0", "tune --budget 0e", "tune --budget 3.5e",
        "tune --budget-per hour", "tune --shard 2/2", "tune --shard half", "tune --time-limit never", "tune --jobs -1",
        "tune --out a.csv --resume b.csv", "tune --precision 1", "tune --precision 0%", "tune --min-samples 0",
        "tune --max-time-per-variant 0", "tune --rounds -1", "best --mode cool", "worker --in-process", "tune --seed x",
        "tune --mode hot", "tune --stable-power", "tune --cache-mib 16", "tune --mode cold --cache-mib 0",
        "tune --mode cold --cache-mib 1048576", "tune --where speed=1", "tune --where threads=77",
        "tune --out /proc/nowhere/run.csv", "tune floor/f32/4", "tune floor/f32/4/packed/out/mixed --op floor",
        "measure", "measure --variant raw", "measure --capture run.wpix",
        "measure --variant raw-b4-x1-t64-group-split-root-d3dcompile-5.1 --shape 64 --capture run.wpix",
        "measure --variant typed-b16-x2-t256-group-split-root-d3dcompile-5.1", "data", "data --op all --a a.npy",
        "summary", "replay /nowhere.json", "replay x.csv --strategy magic", "replay x.csv --strategy nearest",
        "replay x.csv --hints all", "replay " MODLAB_SOURCE_DIR "/results/h200/sweep.csv --lead -1",
        "summary /dev/null", "summary /nowhere.csv", "summary /", "devices --adapter 99", "devices --adapter nobody",
        "devices --runtime /nowhere.so", "tune --compiler cc", "tune --peer nobody", "tune --directml DirectML.dll",
        "verify --against directml --all", "measure --variant directml", "measure --capture run.wpix --peer directml",
        "verify --shape 4 --where algorithm=copy", "verify --dtype u8 --exhaustive --shape 4",
        "verify --dtype f32 --exhaustive", "verify --dtype u16 --layout broadcast-b --exhaustive",
        "verify --out a.csv --resume b.csv", "verify --resume /nowhere.csv", "verify --shaders /nowhere",
        "verify --shaders /dev/null", "compile", "compile --out pack --shader-model six",
        "compile --out pack --wave-lanes 32-", "compile --out /proc/nowhere/pack --where algorithm=none",
        "disassemble --variant nonsense", "disassemble --shader-model six",
        "disassemble --variant typed-b16-x2-t256-group-split-root-d3dcompile-5.1"));

TEST(Cli, WhereThereIsNoDirectMlItSaysSo) {
  for (const std::string call : {"measure --variant raw-b4-x1-t64-group-longdiv-root-d3dcompile-5.1 --peer directml",
                                 "tune --peer directml --in-process", "verify --against directml"}) {
    const ProcessResult result = modlab(call + " --op floor --shape 64");
    EXPECT_EQ(result.status, 2) << call;
    EXPECT_EQ(result.err,
              "modlab: there is no DirectML here: DirectML.dll is for Windows, and so is modlab.exe, which "
              "takes it\n")
        << call;
    EXPECT_EQ(result.out, "");
  }
}

TEST(Cli, HelpGoesToStdout) {
  for (const char* words : {"--help", "tune --help", "devices --help"}) {
    const ProcessResult result = modlab(words);
    EXPECT_EQ(result.status, 0);
    EXPECT_EQ(result.err, "");
    EXPECT_NE(result.out.find("Usage"), std::string::npos);
  }
}

TEST(Cli, DisassemblesKernelsAndCountsTheirInstructions) {
  const std::string variant = "structured-b16-x2-t64-group-split-table-d3dcompile-5.1";
  const std::string words = "disassemble floor/f32/4096/packed/out/mixed --variant " + variant;
  const ProcessResult text = modlab(words);
  EXPECT_EQ(text.status, 0) << text.err;
  EXPECT_TRUE(text.out.starts_with("; floor/f32/4096/packed/out/mixed " + variant + "\ncs_5_1\n")) << text.out;
  const ProcessResult count = modlab(words + " --count");
  EXPECT_EQ(count.status, 0) << count.err;
  EXPECT_TRUE(count.out.starts_with("| workload | variant | instructions | a word | registers |\n")) << count.out;
  EXPECT_EQ(line_count(count.out), 3u);
  // What this driver does not support is disassembled for one that does.
  const ProcessResult other = modlab(
      "disassemble --where algorithm=fma --where access=typed --where binding=table "
      "--where load_bytes=16 --where threads=64 --shader-model 6.0 --count");
  EXPECT_EQ(other.status, 0) << other.err;
  EXPECT_NE(other.out.find("-fma-"), std::string::npos) << other.out;
}

TEST(Cli, DevicesNamesAdapterImplementationAndCompiler) {
  const ProcessResult result = modlab("devices");
  EXPECT_EQ(result.status, 0) << result.err;
  for (const char* word : {"implementation", "compiler", "adapter 0", "driver", "shader model", "mad", "timestamps"})
    EXPECT_NE(result.out.find(word), std::string::npos) << word;
}

TEST(Cli, WithoutAVulkanDriverItSaysWhatToInstall) {
  const ProcessResult result =
      run_process(command_line("devices"), {"VK_ICD_FILENAMES=/nowhere.json", "VK_DRIVER_FILES=/nowhere.json"});
  EXPECT_EQ(result.status, 2) << result.out;
  EXPECT_EQ(line_count(result.err), 1u) << result.err;
  EXPECT_NE(result.err.find("mesa-vulkan-drivers"), std::string::npos) << result.err;
}

TEST(Cli, VariantsListsTheSpaceAndWhyAddsWhatIsIllegal) {
  const ProcessResult plain = modlab("variants --op floor");
  EXPECT_EQ(plain.status, 0) << plain.err;
  EXPECT_GT(line_count(plain.out), 1000u);
  EXPECT_EQ(plain.out.find("illegal"), std::string::npos);
  const ProcessResult why = modlab("variants --op floor --why");
  EXPECT_NE(
      why.out.find("# illegal: typed-b4-x1-t64-group-longdiv-root-d3dcompile-5.1: a root descriptor has no format"),
      std::string::npos);
}

TEST(Cli, VerifyPassesAndPrintsTheMatrix) {
  const ProcessResult result = modlab("verify --op floor --dtype f32 --shape 5003 --data-set edges");
  EXPECT_EQ(result.status, 0) << result.out;
  for (const char* line :
       {"f32   floor     split      exact", "f32   floor     longdiv    exact", "f32   floor     formula    formula"})
    EXPECT_NE(result.out.find(line), std::string::npos) << result.out;
}

TEST(Cli, AVerificationThatPassesNothingFailsAndSaysHow) {
  const TemporaryFolder folder;
  const std::string pack = (folder / "few.pack").string();
  const std::string some = " --op floor --dtype f32 --where access=raw --where load_bytes=4 --where per_thread=1";
  ASSERT_EQ(modlab("compile --where threads=64 --out " + pack + some).status, 0);
  const std::string words = "verify --data-set edges --shaders " + pack + some;
  const ProcessResult none = modlab(words + " --where threads=128");
  EXPECT_EQ(none.status, 1);
  EXPECT_EQ(none.err.find("modlab: no variant passed"), 0u) << none.err;
  EXPECT_EQ(line_count(none.err), 1u);
  EXPECT_NE(none.out.find("\n0 passed, "), std::string::npos) << none.out;
  const ProcessResult half = modlab(words + " --where threads=64,128");
  EXPECT_EQ(half.status, 0) << half.err;
  EXPECT_TRUE(half.out.ends_with(" compiler refused\n")) << "and none wrong: " << half.out;
}

TEST(Cli, AKilledVerificationResumesWhereItStopped) {
  TemporaryFolder folder;
  const std::string path = (folder / "pairs.csv").string();
  const std::string words =
      "verify --exhaustive --op floor --dtype u8 --layout broadcast-b --variant "
      "raw-b4-x1-t64-group-fixup-root-d3dcompile-5.1";
  const ProcessResult killed = run_and_kill(command_line(words + " --out " + path), has_rows(path, 20));
  ASSERT_EQ(killed.status, -9) << killed.out << killed.err;
  const std::size_t before = store::read_journal(path).rows.size();
  EXPECT_LT(before, 256u);

  const ProcessResult other = modlab("verify --op floor --dtype u8 --seed 2 --resume " + path);
  EXPECT_EQ(other.status, 2);
  EXPECT_NE(other.err.find("was run with seed '1', not '2'"), std::string::npos) << other.err;

  const ProcessResult result = modlab(words + " --resume " + path);
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_NE(result.out.find("u8    floor     fixup      exact        256       0"), std::string::npos) << result.out;
  std::set<std::optional<std::uint64_t>> pieces;
  for (const store::Row& row : store::read_journal(path).rows) EXPECT_TRUE(pieces.insert(row.seed).second) << *row.seed;
  EXPECT_EQ(pieces.size(), 256u);
}

TEST(Cli, VerifyGivesEveryDataSetItsOwnDivisor) {
  const std::string words =
      "verify --op floor --dtype i8 --layout broadcast-b --where threads=64 --where per_thread=1 --where binding=root "
      "--where access=raw --where load_bytes=4";
  const ProcessResult result = modlab(words);
  EXPECT_EQ(result.status, 0) << result.out;
  for (const char* line : {"i8    floor     fixup      exact          5       0           0",
                           "i8    floor     fastmod    exact          5       0           0",
                           "i8    floor     mask       exact          1       0           0"})
    EXPECT_NE(result.out.find(line), std::string::npos) << result.out;
}

TEST(Cli, TuneWritesJournalContextAndSamplesAndPrintsTheSummary) {
  TemporaryFolder folder;
  const std::string path = (folder / "run.csv").string();
  const ProcessResult result = modlab("tune --budget 60s --seed 3 --out " + path + kSmall);
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.err, "") << "no progress in a pipe";
  const auto rows = store::read_journal(path).rows;
  EXPECT_EQ(rows.size(), 24u) << "3 access paths, 2 loads, 2 group sizes, 2 algorithms";
  for (const store::Row& row : rows) {
    EXPECT_EQ(row.status, "ok") << row.variant << ": " << row.detail;
    EXPECT_TRUE(row.accuracy != "exact" || row.mismatches == 0u) << row.variant;
  }
  const store::RunContext context = store::read_context(path);
  EXPECT_EQ(context.seed, 3u);
  EXPECT_FALSE(context.finished.empty());
  ASSERT_EQ(context.compilers.size(), 1u);
  EXPECT_EQ(context.compilers[0].fused_mad, context.fused_mad);
  EXPECT_TRUE(std::filesystem::exists(store::samples_path(path)));
  for (const char* word : {"exact", "formula", "GB/s", "% of the roofline", "the plainest of these", "noise floor"})
    EXPECT_NE(result.out.find(word), std::string::npos) << result.out;
  const ProcessResult again = modlab("summary " + path);
  EXPECT_EQ(again.status, 0) << again.err;
  EXPECT_TRUE(result.out.starts_with(again.out)) << again.out;

  const std::string before = read_file(path);
  const ProcessResult refused = modlab("tune --out " + path + kSmall);
  EXPECT_EQ(refused.status, 2);
  EXPECT_EQ(read_file(path), before) << "another run's file must not be touched";
}

TEST(Cli, MeasuresAsThoroughlyAsAsked) {
  TemporaryFolder folder;
  const std::string path = (folder / "run.csv").string();
  const std::string words =
      "measure --op floor --shape 4099 --precision 50% --min-samples 15 --max-time-per-variant 1s --rounds 20"
      " --variant typed-b16-x1-t256-group-split-table-d3dcompile-5.1"
      " --variant raw-b4-x1-t64-group-split-root-d3dcompile-5.1 --out " +
      path;
  ASSERT_EQ(modlab(words).status, 0);
  for (const store::Row& row : store::read_journal(path).rows) {
    EXPECT_GE(row.blocks, 6u) << "whatever the time";
    EXPECT_GT(row.per_pilot, 0.0);
  }
  const statistics::SamplingRule sampling = store::read_context(path).sampling;
  EXPECT_EQ(sampling.precision, 0.5);
  EXPECT_EQ(sampling.min_samples, 15u);
  EXPECT_EQ(sampling.max_time_per_variant_s, 1);
  EXPECT_EQ(sampling.rounds, 20u);
  for (const store::Sample& sample : store::read_samples(path)) EXPECT_GT(sample.block, 0u);
}

TEST(Cli, BestAnswersFromWhatWasTuned) {
  TemporaryFolder folder;
  const std::string tuned = " --tuned " + (folder / "tuned.json").string();
  EXPECT_EQ(modlab("best" + tuned).status, 2) << "nothing was tuned yet";
  const ProcessResult tune =
      modlab("tune --strategy exhaustive --out " + (folder / "run.csv").string() + tuned + kSmall);
  ASSERT_EQ(tune.status, 0) << tune.err;
  std::string winner;
  for (const store::Row& row : store::read_journal(folder / "run.csv").rows)
    if (row.tie == "best" && row.accuracy == "exact") winner = row.variant;

  const ProcessResult same = modlab("best --op floor --shape 4099 --json" + tuned);
  ASSERT_EQ(same.status, 0) << same.err;
  EXPECT_NE(same.out.find("\"variant\": \"" + winner + '"'), std::string::npos) << same.out;
  EXPECT_NE(same.out.find("\"match\": \"exact\""), std::string::npos) << same.out;
  const ProcessResult near = modlab("best --op truncate --shape 1000000" + tuned);
  EXPECT_NE(near.out.find(winner), std::string::npos) << near.out;
  EXPECT_NE(
      near.out.find("nearest tuned workload: floor/f32/4099/packed/out/mixed (operator floor, tensors of 16 KiB)"),
      std::string::npos)
      << near.out;
  const ProcessResult none = modlab("best --dtype i32" + tuned);
  EXPECT_EQ(none.status, 2) << "no float algorithm serves integers";

  const ProcessResult again = modlab("tune --strategy nearest --budget 1s --op truncate --shape 4099 --out " +
                                     (folder / "next.csv").string() + tuned);
  ASSERT_EQ(again.status, 0) << again.err;
  EXPECT_EQ(store::read_journal(folder / "next.csv").rows.front().variant, winner);
}

TEST(Cli, ReplayShowsEveryStrategyOnARecordedRun) {
  TemporaryFolder folder;
  const std::string path = (folder / "run.csv").string();
  EXPECT_EQ(modlab("tune --budget 3e --out " + path + kSmall).status, 0);
  const ProcessResult small = modlab("replay " + path);
  EXPECT_EQ(small.status, 2);
  EXPECT_EQ(line_count(small.err), 1u) << small.err;

  store::Journal journal = store::Journal::create(folder / "large.csv");
  std::istringstream names(modlab("variants --op floor --where algorithm=split").out);
  for (std::string name; std::getline(names, name);) {
    store::Row row;
    row.op = "floor";
    row.variant = name;
    row.accuracy = "exact";
    row.status = "ok";
    row.median_ns = 1000.0 + static_cast<double>(journal.size());
    journal.append(row);
  }
  const ProcessResult replay =
      modlab("replay " + (folder / "large.csv").string() + " --seeds 3 --out " + (folder / "regret.csv").string());
  ASSERT_EQ(replay.status, 0) << replay.err;
  for (const char* strategy : {"exhaustive", "random", "bayes", "halving"})
    EXPECT_NE(replay.out.find(strategy), std::string::npos) << replay.out;
  EXPECT_TRUE(read_file(folder / "regret.csv").starts_with("workload,accuracy,strategy,"));
}

TEST(Cli, ReplayGivesASearchTheHintsOfOtherWorkloads) {
  TemporaryFolder folder;
  const auto regret_after_five = [&](const std::string& hints) {
    const std::string out = (folder / (hints + ".csv")).string();
    const ProcessResult replay = modlab(
        "replay " MODLAB_SOURCE_DIR "/results/h200/layouts.csv --strategy bayes --seeds 5 --mean --markdown --hints " +
        hints + " --out " + out);
    EXPECT_EQ(replay.status, 0) << replay.err;
    EXPECT_TRUE(replay.out.starts_with("mean of ")) << replay.out;
    EXPECT_NE(replay.out.find("\n| `bayes` | "), std::string::npos) << replay.out;
    double sum = 0;
    std::istringstream lines(read_file(out));
    for (std::string line; std::getline(lines, line);)
      if (line.find(",5,5,") != std::string::npos) sum += std::stod(line.substr(line.rfind(',') + 1));
    return sum;
  };
  const double none = regret_after_five("none");
  EXPECT_LT(regret_after_five("others"), none);
  EXPECT_GT(regret_after_five("misleading"), none);
}

TEST(Cli, ReplayReadsTheSpacesOfKernelTuner) {
  TemporaryFolder folder;
  const std::string path = (folder / "space.json").string();
  std::vector<std::string> configurations;
  for (int x = 0; x < 20; ++x)
    for (int y = 0; y < 5; ++y)
      configurations.push_back(fmt::format(R"("{0},{1}": {{"x": {0}, "y": {1}, "time": {2}}})", x, y,
                                           x == y ? R"("RuntimeFailedConfig")" : std::to_string(1 + x + y)));
  replace_file(path,
               fmt::format(R"({{"tune_params_keys": ["x", "y"], "cache": {{{}}}}})", fmt::join(configurations, ", ")));
  const ProcessResult replay =
      modlab("replay " + path + " --strategy random --seeds 5 --out " + (folder / "regret.csv").string());
  ASSERT_EQ(replay.status, 0) << replay.err;
  EXPECT_NE(replay.out.find("space: 100 variants"), std::string::npos) << replay.out;
  EXPECT_EQ(replay.out.find("exhaustive"), std::string::npos) << replay.out;
  std::istringstream lines(read_file(folder / "regret.csv"));
  std::string line;
  std::getline(lines, line);
  EXPECT_TRUE(line.ends_with(",mean_regret")) << line;
  std::getline(lines, line);
  EXPECT_EQ(line, "space,,random,100,5,1,11,11,,11") << "the first fails, which counts as the worst";
  for (std::size_t evaluations = 2; evaluations <= 100; ++evaluations) {
    ASSERT_TRUE(std::getline(lines, line));
    EXPECT_TRUE(line.starts_with(fmt::format("space,,random,100,5,{},", evaluations))) << line;
  }
  EXPECT_EQ(line, "space,,random,100,5,100,0,0,,0");

  const ProcessResult hinted = modlab("replay " + path + " --hints others");
  EXPECT_EQ(hinted.status, 2);
  EXPECT_NE(hinted.err.find("no other workloads"), std::string::npos) << hinted.err;

  replace_file(path, read_file(path).substr(0, 1000));
  const ProcessResult truncated = modlab("replay " + path);
  EXPECT_EQ(truncated.status, 2);
  EXPECT_EQ(line_count(truncated.err), 1u) << truncated.err;
  EXPECT_NE(truncated.err.find(path), std::string::npos) << truncated.err;
}

TEST(Cli, MeasureComparesTheNamedVariants) {
  TemporaryFolder folder;
  const std::string path = (folder / "run.csv").string();
  const std::string first = "raw-b4-x1-t64-group-split-root-d3dcompile-5.1";
  const std::string second = "typed-b16-x1-t64-group-split-table-d3dcompile-5.1";
  const ProcessResult result = modlab("measure truncate/f32/4099/packed/out/wide --out " + path + " --variant " +
                                      first + " --variant " + second);
  ASSERT_EQ(result.status, 0) << result.err;
  std::set<std::string> names;
  for (const store::Row& row : store::read_journal(path).rows) {
    names.insert(row.variant);
    EXPECT_EQ(row.data_set, "wide");
  }
  EXPECT_EQ(names, (std::set<std::string>{first, second}));
}

std::size_t count_of(const std::string& text, std::string_view word) {
  std::size_t count = 0;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++count;
  return count;
}

TEST(Cli, VersionTellsWhatABugReportNeeds) {
  const ProcessResult result = modlab("--version");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, testing::MatchesRegex("modlab [0-9.]+\nrevision +[0-9a-z-]+\nimplementation +.+\n"
                                                "compiler +d3dcompile: .+\n(.+\n)*"));
}

TEST(Cli, PeersAreJournalledInTheSameColumns) {
  if (run_process({"/usr/bin/env", "python3", "--version"}).status != 0) GTEST_SKIP() << "there is no python3";
  const std::string script = std::string(MODLAB_SOURCE_DIR) + "/scripts/bench-torch.py";
  const ProcessResult columns = run_process({"/usr/bin/env", "python3", script, "--columns"});
  // The columns that a journal must have, in order; later axes are only for our kernels.
  std::vector<std::string> wanted;
  for (const store::Column& column : store::journal_columns())
    if (column.since == 1 || column.name == "worst" || column.name == "seed" || column.name == "adapter")
      wanted.emplace_back(column.name);
  EXPECT_EQ(columns.out, fmt::format("{}\n", fmt::join(wanted, ","))) << columns.err;
  const ProcessResult wrong = run_process({"/usr/bin/env", "python3", script, "--dtype", "f64", "--out", "torch.csv"});
  EXPECT_EQ(wrong.status, 2);
  EXPECT_EQ(line_count(wrong.err), 1u) << wrong.err;
}

TEST(Cli, EveryListAndPhaseHasANameThatCapturesSee) {
  TemporaryFolder folder;
  const ProcessResult result = run_process(
      command_line("measure --shape 64 --in-process --variant raw-b4-x1-t64-group-split-root-d3dcompile-5.1 --out " +
                   (folder / "run.csv").string()),
      {"VKD3D_DEBUG=fixme"});  // libvkd3d has no use for events and says so
  ASSERT_EQ(result.status, 0) << result.err;
  for (const std::string_view what : {"command_list", "command_queue"}) {
    const std::size_t begun = count_of(result.err, fmt::format("{}_BeginEvent", what));
    EXPECT_GT(begun, 0u) << what;
    EXPECT_EQ(begun, count_of(result.err, fmt::format("{}_EndEvent", what))) << what;
  }
}

TEST(Cli, EveryModeMeasuresEveryPlacement) {
  TemporaryFolder folder;
  for (const char* mode : {"warm", "overlap", "cold --cache-mib 1"}) {
    const std::string path = (folder / (std::string(mode).substr(0, 4) + ".csv")).string();
    const ProcessResult result =
        modlab(std::string("measure --op floor --shape 4099 --placement out,in-b --out ") + path + " --mode " + mode +
               " --variant structured-b4-x1-t64-group-split-root-d3dcompile-5.1");
    ASSERT_EQ(result.status, 0) << result.err;
    const std::string word = std::string(mode).substr(0, std::string(mode).find(' '));
    EXPECT_EQ(store::read_context(path).mode, word);
    EXPECT_EQ(store::read_context(path).cache_bytes, word == "cold" ? 1u << 20 : 0u);
    const auto rows = store::read_journal(path).rows;
    EXPECT_EQ(rows.size(), 2u);
    for (const store::Row& row : rows) {
      EXPECT_EQ(row.mode, word);
      EXPECT_EQ(row.status, "ok") << row.placement << ": " << row.detail;
      EXPECT_GT(row.roofline_gbps, 0.0);
    }
  }
}

TEST(Cli, AKilledRunKeepsItsRows) {
  TemporaryFolder folder;
  const std::string path = (folder / "run.csv").string();
  const ProcessResult killed =
      run_and_kill(command_line("tune --strategy exhaustive --op floor --shape 4099 --out " + path), has_rows(path, 5));
  ASSERT_EQ(killed.status, -9) << killed.err;
  const store::JournalText journal = store::read_journal(path);
  EXPECT_GT(journal.rows.size(), 3u);
  for (std::size_t i = 0; i < journal.rows.size(); ++i) EXPECT_EQ(journal.rows[i].row, i + 1);
  const ProcessResult summary = modlab("summary " + path);
  EXPECT_EQ(summary.status, 0) << summary.err;
  EXPECT_NE(summary.out.find("not confirmed"), std::string::npos) << summary.out;
}

}  // namespace
}  // namespace modlab::cli
