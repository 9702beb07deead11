// A kernel of the user's own, from the template to a tuned one, and the ways in which one can be wrong.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <regex>

#include "harness/store/journal.h"
#include "harness/store/npy.h"
#include "harness/store/run_context.h"
#include "harness/store/tuned.h"
#include "harness/system/file.h"
#include "kernels/files/kernel_file.h"
#include "tests/harness/cli/program.h"
#include "tests/support/temporary_folder.h"

namespace modlab::cli {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::StartsWith;

const std::string kKernelFiles = MODLAB_SOURCE_DIR "/tests/kernel_files/";

class OwnKernel : public testing::Test {
 protected:
  [[nodiscard]] std::string path(const std::string& name) const { return (folder_ / name).string(); }

  void SetUp() override {
    std::string text = read_file(kKernelFiles + "words.hlsl");
    text.replace(text.find("op truncate"), 11, "op floor");
    replace_file(path("mine.hlsl"), text);
  }

  [[nodiscard]] std::string kernel() const { return " --op floor --dtype f32 --kernel " + path("mine.hlsl"); }

  TemporaryFolder folder_;
};

TEST(OwnKernelTemplate, IsRightForEveryTypeAndOperator) {
  const TemporaryFolder folder;
  std::string kernels;
  for (const std::string op : {"floor", "truncate"})
    for (const std::string type : {"f32", "f16", "i32", "i16", "i8", "u32", "u16", "u8"}) {
      const std::string file = (folder / (op + "_" + type + ".hlsl")).string();
      const ProcessResult written = modlab("kernel new " + file + " --op " + op + " --dtype " + type);
      ASSERT_EQ(written.status, 0) << written.err;
      EXPECT_LE(line_count(read_file(file)), 95U);
      EXPECT_THAT(read_file(file), ::testing::Not(HasSubstr("@")));
      kernels += " --kernel " + file;
    }
  // Each on what it serves and nothing else: an odd number of elements, by vectors and by words.
  const ProcessResult result =
      modlab("verify --only-kernel --data-set edges --where THREADS=128 --where PER_THREAD=1,4" +
             std::string(" --where LOAD_BYTES=4,16") + kernels);
  EXPECT_EQ(result.status, 0) << result.out << result.err;
  EXPECT_EQ(line_count(result.out), 18U) << result.out;
  for (const std::string op : {"floor", "truncate"})
    for (const std::string type : {"f32", "f16", "i32", "i16", "i8", "u32", "u16", "u8"})
      EXPECT_THAT(result.out, ContainsRegex(type + " +" + op + " +" + op + "_" + type + " +exact +[1-9][0-9]* +0 "));
  const std::string odd = (folder / "a b;$(id)/k.hlsl").string();
  std::filesystem::create_directories(std::filesystem::path(odd).parent_path());
  const ProcessResult quoted = run_process({MODLAB_PROGRAM, "kernel", "new", odd});
  EXPECT_EQ(quoted.status, 0) << quoted.err;
  EXPECT_THAT(quoted.out,
              HasSubstr("    modlab kernel try '" + odd + "' --watch\n    modlab tune --kernel '" + odd + "'\n"));
  const ProcessResult again = modlab("kernel new " + (folder / "floor_f32.hlsl").string());
  EXPECT_EQ(again.status, 2);
  EXPECT_THAT(again.err, HasSubstr("is there already"));
}

TEST(OwnKernelWorkloads, AreWhatTheFilesServeUnlessTheUserSaysOtherwise) {
  const TemporaryFolder folder;
  const auto write = [&](const std::string& name, const std::string& op, const std::string& type) {
    std::string text = read_file(kKernelFiles + "words.hlsl");
    text.replace(text.find("truncate"), 8, op);
    text.replace(text.find("f32"), 3, type);
    replace_file(folder / (name + ".hlsl"), text);
    return " --kernel " + (folder / (name + ".hlsl")).string();
  };
  const std::string bytes = write("bytes", "truncate", "u8");
  const std::string halves = write("halves", "floor, truncate", "u16");
  const ProcessResult tuned =
      modlab("tune --shape 4096 --budget 1e --rounds 0 --tuned " + (folder / "tuned.json").string() + " --out " +
             (folder / "run.csv").string() + bytes);
  ASSERT_EQ(tuned.status, 0) << tuned.err;
  for (const store::Row& row : store::read_journal(folder / "run.csv").rows)
    EXPECT_EQ(store::workload_of(row), "truncate/u8/4096/packed/out/mixed");

  // The workloads that `variants` lists, in its order.
  const auto listed = [](const std::string& options) {
    const ProcessResult result = modlab("variants --shape 64 --where THREADS=64 --where UNROLL=1" + options);
    EXPECT_EQ(result.status, 0) << result.err;
    std::string workloads;
    for (std::size_t at = result.out.find("# "); at != std::string::npos; at = result.out.find("# ", at + 1))
      workloads += result.out.substr(at + 2, result.out.find("/64/", at) - at - 2) + " ";
    return workloads;
  };
  EXPECT_EQ(listed(" --only-kernel" + bytes + halves), "floor/u16 truncate/u16 truncate/u8 ");
  EXPECT_EQ(listed(" --only-kernel --op truncate" + bytes + halves), "truncate/u16 truncate/u8 ");
  EXPECT_EQ(listed(" --dtype u8 --op floor,truncate" + bytes), "floor/u8 truncate/u8 ") << "the user rules";

  const auto refused = [](const std::string& words, const std::string& why) {
    const ProcessResult result = modlab(words);
    EXPECT_EQ(result.status, 2) << words;
    EXPECT_EQ(line_count(result.err), 1U) << result.err;
    EXPECT_THAT(result.err, HasSubstr(why));
  };
  refused("tune --op floor" + bytes,
          "--op and --dtype leave nothing that --kernel serves: bytes.hlsl computes truncate of u8");
  refused(
      "verify --op floor" + bytes + halves,
      "--kernel bytes.hlsl serves none of the workloads; floor/u16/3x17x99/packed/out/mixed: bytes.hlsl does not say "
      "that it serves floor");
  refused("variants --placement in-a" + bytes, "bytes.hlsl does not say that it serves placement in-a");
}

TEST(OwnKernelFiles, OneThatHangsEndsVerifyWithItsRow) {
  const ProcessResult result = modlab("verify --shape 4096 --data-set mixed --only-kernel --time-limit 2s --kernel " +
                                      kKernelFiles + "hangs.hlsl");
  EXPECT_EQ(result.status, 1) << result.err;
  EXPECT_THAT(result.out, HasSubstr("the GPU did not finish within 1000 ms"));
}

TEST_F(OwnKernel, IsTunedAmongTheBuiltInVariants) {
  const std::string call =
      "tune --shape 4096 --strategy exhaustive --where algorithm=split --where access=structured --where binding=root "
      "--where "
      "loop=group --where per_thread=2 --where load_bytes=4,16 --where threads=64,128,256 --where streamed=no "
      "--tuned " +
      path("tuned.json") + kernel();
  const ProcessResult result = modlab(call + " --out " + path("run.csv"));
  ASSERT_EQ(result.status, 0) << result.err;
  std::size_t own = 0;
  std::size_t built_in = 0;
  for (const store::Row& row : store::read_journal(path("run.csv")).rows) {
    EXPECT_EQ(row.status, "ok") << row.variant << ": " << row.detail;
    EXPECT_TRUE(row.roofline_pct) << row.variant;
    if (!row.variant.starts_with("mine:")) {
      ++built_in;
      continue;
    }
    ++own;
    EXPECT_EQ(row.choice("algorithm"), "mine");
    EXPECT_EQ(row.choice("load_bytes"), "4");
    EXPECT_EQ(row.choice("per_thread"), "") << "that is its own business";
    EXPECT_THAT(row.variant, HasSubstr("THREADS=" + std::string(row.choice("threads"))));
    EXPECT_EQ(row.shader_hash.size(), 32U);
  }
  EXPECT_EQ(own, 8U);
  EXPECT_EQ(built_in, 6U);
  const store::RunContext context = store::read_context(path("run.csv"));
  ASSERT_EQ(context.kernels.size(), 1U);
  EXPECT_EQ(context.kernels[0]->sources.at("mine.hlsl"), read_file(path("mine.hlsl"))) << "the run keeps its source";

  // What reads the run needs the file no longer.
  std::filesystem::rename(path("mine.hlsl"), path("moved.hlsl"));
  const ProcessResult by = modlab("summary " + path("run.csv") + " --markdown --by threads");
  EXPECT_EQ(by.status, 0) << by.err;
  const ProcessResult replay = modlab("replay " + path("run.csv") + " --seeds 2");
  EXPECT_EQ(replay.status, 0) << replay.err;
  const ProcessResult compare = modlab("compare " + path("run.csv") + " " + path("run.csv"));
  EXPECT_EQ(compare.status, 0) << compare.err;
  // And the database says which content was the best, and what to use without it.
  const auto tuned = store::read_tuned(path("tuned.json"));
  EXPECT_TRUE(std::ranges::any_of(tuned, [](const auto& each) { return each.key.kernel.empty(); }));
  for (const store::TunedConfiguration& each : tuned)
    EXPECT_EQ(each.key.kernel.empty(), !each.variant.starts_with("mine:")) << each.variant;
}

TEST_F(OwnKernel, IsTheBestWhereItWon) {
  const std::string into = " --op floor --shape 4096 --budget 1e --rounds 0 --tuned " + path("tuned.json") + " --out ";
  ASSERT_EQ(modlab("tune --only-kernel --kernel " + path("mine.hlsl") + into + path("own.csv")).status, 0);
  ASSERT_EQ(modlab("tune --where algorithm=longdiv --where access=raw" + into + path("built-in.csv")).status, 0);
  // Which of the two is faster does not matter here.
  std::string tuned = read_file(path("tuned.json"));
  tuned = std::regex_replace(tuned, std::regex(R"("gbps": [0-9.e-]+)"), "\"gbps\": 1");
  tuned.replace(tuned.find("\"gbps\": 1"), 9, "\"gbps\": 2");
  replace_file(path("tuned.json"), tuned);

  const std::string best = "best --op floor --tuned " + path("tuned.json");
  EXPECT_THAT(modlab(best + " --shape 4099 --json").out,
              AllOf(HasSubstr("\"variant\": \"mine:"), ContainsRegex("\"kernel\": \"mine-[0-9a-f]{8}\""),
                    HasSubstr("\"match\": \"exact\"")));
  EXPECT_THAT(
      modlab(best + " --shape 1000000").out,
      AllOf(HasSubstr("\n  mine:"), HasSubstr("--built-in names the best of the others"), HasSubstr("nearest tuned")));
  EXPECT_THAT(modlab(best + " --shape 4099 --json --built-in").out,
              AllOf(HasSubstr("longdiv"), HasSubstr("\"kernel\": \"\""), ::testing::Not(HasSubstr("mine"))));
  EXPECT_THAT(modlab(best + " --shape 4099 --layout broadcast-b").out, HasSubstr("longdiv"))
      << "mine does not serve that";
}

TEST_F(OwnKernel, ASearchBeginsWithIt) {
  const ProcessResult result =
      modlab("tune --shape 4096 --budget 5e --tuned " + path("t.json") + kernel() + " --out " + path("run.csv"));
  ASSERT_EQ(result.status, 0) << result.err;
  const auto rows = store::read_journal(path("run.csv")).rows;
  ASSERT_EQ(rows.size(), 5u);
  for (const store::Row& row : rows)
    EXPECT_TRUE(row.variant.starts_with("mine:") || row.accuracy == "formula") << row.variant << ", " << row.accuracy;
  EXPECT_GE(std::ranges::count(rows, "exact", &store::Row::accuracy), 3) << "it begins with the class of the file";
  EXPECT_THAT(result.out, HasSubstr("measured of "));
}

TEST_F(OwnKernel, AFileThatChangedIsNotResumed) {
  const std::string call = "tune --shape 4096 --only-kernel --budget 2e --tuned " + path("t.json") + kernel();
  ASSERT_EQ(modlab(call + " --out " + path("run.csv")).status, 0);
  EXPECT_EQ(modlab(call + " --resume " + path("run.csv")).status, 0) << "unchanged";
  replace_file(path("mine.hlsl"), read_file(path("mine.hlsl")) + "// changed\n");
  const ProcessResult result = modlab(call + " --resume " + path("run.csv"));
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, AllOf(HasSubstr("mine.hlsl has changed since"), ::testing::Not(HasSubstr("\n\n"))));
}

TEST_F(OwnKernel, IsMeasuredComputedCompiledAndDisassembledByName) {
  const std::string name = "mine:THREADS=64-UNROLL=2-d3dcompile-5.1";
  const ProcessResult measured =
      modlab("measure --shape 4096 --rounds 5 --variant " + name + kernel() + " --out " + path("m.csv"));
  ASSERT_EQ(measured.status, 0) << measured.err;
  const auto rows = store::read_journal(path("m.csv")).rows;
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_THAT(rows[0].variant, StartsWith(name + "-"));

  const store::NpyArray a{.type = DataType::f32, .shape = {3}, .data = std::vector<std::byte>(12)};
  store::NpyArray numbers = a;
  const float values[] = {7, -7, 0.5F};
  std::memcpy(numbers.data.data(), values, 12);
  store::write_npy(path("a.npy"), numbers);
  const float divisors[] = {4, 4, 4};
  std::memcpy(numbers.data.data(), divisors, 12);
  store::write_npy(path("b.npy"), numbers);
  const std::string compute = "compute --op floor --a " + path("a.npy") + " --b " + path("b.npy") + " --kernel " +
                              path("mine.hlsl") + " --out " + path("o.npy");
  const ProcessResult computed = modlab(compute + " --variant " + name);
  ASSERT_EQ(computed.status, 0) << computed.err;
  float result[3];
  std::memcpy(result, store::read_npy(path("o.npy")).data.data(), 12);
  EXPECT_EQ(result[0], 3);
  EXPECT_EQ(result[1], 1);
  EXPECT_EQ(result[2], 0.5F);
  EXPECT_EQ(modlab(compute).status, 0) << "its first variant";
  EXPECT_EQ(modlab(compute + " --variant raw-b4-x1-t64-group-longdiv-root-d3dcompile-5.1").status, 2) << "not its own";

  const ProcessResult text = modlab("disassemble --variant " + name + kernel());
  EXPECT_EQ(text.status, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("cs_5_1"));
  const ProcessResult count = modlab("disassemble --count --variant " + name + kernel());
  EXPECT_THAT(count.out, ContainsRegex("mine:THREADS=64-UNROLL=2[^|]*\\| [0-9]+ \\| [0-9]+\\.[05] \\|"));

  const ProcessResult packed = modlab("compile --only-kernel --out " + path("pack") + kernel());
  ASSERT_EQ(packed.status, 0) << packed.err;
  const ProcessResult from_pack = modlab("verify --only-kernel --data-set mixed --shaders " + path("pack") + kernel());
  EXPECT_EQ(from_pack.status, 0) << from_pack.out << from_pack.err;
}

TEST_F(OwnKernel, ACompilersMessageHasTheUsersFileAndLine) {
  std::string text = read_file(path("mine.hlsl"));
  const std::size_t at = text.find("    uint value = ");
  ASSERT_NE(at, std::string::npos);
  const auto line = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n') + 1;
  text.insert(at, "    nonsense(1);\n");
  replace_file(path("mine.hlsl"), text);
  const ProcessResult result = modlab("verify --only-kernel" + kernel() + " --out " + path("v.csv"));
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(store::read_context(path("v.csv")).kernels.size(), 1U);
  EXPECT_THAT(result.out, HasSubstr("mine.hlsl:" + std::to_string(line) + ":"));
  EXPECT_THAT(result.out, HasSubstr("more with the same message"));
}

class WrongKernelCall : public testing::TestWithParam<const char*> {};

TEST_P(WrongKernelCall, GetsOneLineAndStatusTwo) {
  const ProcessResult result = modlab(GetParam());
  EXPECT_EQ(result.status, 2) << result.out << result.err;
  EXPECT_EQ(line_count(result.err), 1U) << result.err;
}

INSTANTIATE_TEST_SUITE_P(
    OwnKernel, WrongKernelCall,
    testing::Values("kernel", "kernel old", "kernel new", "kernel new /nowhere/at/all.hlsl", "kernel new mine.txt",
                    "kernel new mine.hlsl --dtype f64", "kernel new mine.hlsl --op modulo",
                    "kernel new /tmp/my-kernel.hlsl", "variants --only-kernel", "variants --kernel /nowhere.hlsl",
                    "variants --kernel /dev/null", "variants --kernel /",
                    "variants --kernel " MODLAB_SOURCE_DIR "/tests/kernel_files/races.hlsl --kernel " MODLAB_SOURCE_DIR
                    "/tests/kernel_files/races.hlsl",
                    "verify --only-kernel --dtype i8 --kernel " MODLAB_SOURCE_DIR "/tests/kernel_files/races.hlsl",
                    "verify --against directml --op floor --kernel " MODLAB_SOURCE_DIR "/tests/kernel_files/races.hlsl",
                    "measure --variant races:d3dcompile-5.1",
                    "compute --op floor --a a --b b --out o --kernel x.hlsl"));

/// A kernel that is wrong in some way, and what is said of it.
struct Cheat {
  const char* file;
  const char* status;
  const char* detail;
  const char* workload = " --dtype f32 --shape 4096";
  const char* how = "";  ///< in the test's name
};

class Cheats : public testing::TestWithParam<Cheat> {};

TEST_P(Cheats, CostTheirRow) {
  const TemporaryFolder folder;
  const Cheat& cheat = GetParam();
  const std::string out = (folder / "run.csv").string();
  const ProcessResult result =
      modlab(std::string("measure --op floor --only-kernel") + cheat.workload + " --out " + out +
             " --kernel " MODLAB_SOURCE_DIR "/tests/kernel_files/" + cheat.file + ".hlsl" +
             (std::string_view(cheat.status) == "timed out" ? " --time-limit 3s" : ""));
  EXPECT_EQ(result.status, 1) << result.err;
  EXPECT_THAT(result.err, HasSubstr(std::string(": no variant passed: ") + cheat.status + ": "));
  const auto rows = store::read_journal(out).rows;
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].status, cheat.status);
  EXPECT_THAT(rows[0].detail, HasSubstr(cheat.detail));
  EXPECT_FALSE(rows[0].tie == "best");
}

INSTANTIATE_TEST_SUITE_P(
    OwnKernel, Cheats,
    testing::Values(Cheat{"writes_nothing", "wrong result", "4096 of 4096 results wrong"},
                    Cheat{"writes_outside", "wrong result", "the kernel wrote past the end of Out"},
                    Cheat{"keeps_what_is_there", "wrong result", "results wrong"},
                    Cheat{"flips", "wrong result", "4096 of 4096 results wrong"},
                    Cheat{"knows_one_shape", "wrong result", "right here, but on floor/f32/37/packed/out/edges: "},
                    Cheat{"races", "wrong result", "results wrong", " --dtype u16 --shape 4096"},
                    Cheat{"replays", "wrong result", "in a timed launch, ", " --dtype u32 --shape 8192"},
                    Cheat{"replays", "wrong result", "in a timed launch, ", " --dtype u32 --shape 8192 --mode overlap",
                          "_overlap"},
                    Cheat{"replays", "wrong result", "in a timed launch, ",
                          " --dtype u32 --shape 8192 --mode cold --cache-mib 1", "_cold"},
                    Cheat{"marks_the_guard", "wrong result", "the kernel wrote past the end of Out"},
                    Cheat{"counts_far_away", "wrong result", "the kernel wrote 4177920 bytes past the end of Out"},
                    Cheat{"marks_the_padding", "wrong result", "the kernel wrote between Out's elements",
                          " --dtype f32 --shape 64x64 --layout padded"},
                    Cheat{"marks_the_padding", "wrong result", "the kernel wrote between Out's elements",
                          " --dtype f32 --shape 64x64 --layout padded --placement in-a", "_in_a"},
                    Cheat{"marks_the_last_word", "wrong result", "the kernel wrote between Out's elements",
                          " --dtype u8 --shape 4099"},
                    Cheat{"is_not_exact", "wrong result", "results wrong"},
                    Cheat{"hangs", "timed out", "did not finish"}),
    [](const auto& cheat) { return std::string(cheat.param.file) + cheat.param.how; });

TEST(OwnKernelFiles, ServeEveryLayoutPlacementAndType) {
  const std::string folder = MODLAB_SOURCE_DIR "/tests/kernel_files/";
  const ProcessResult layouts = modlab(
      "verify --op all --dtype f32,u32 --layout all --placement all --data-set mixed --shape 3x5x7x9 --only-kernel "
      "--kernel " +
      folder + "every_layout.hlsl");
  EXPECT_EQ(layouts.status, 0) << layouts.out << layouts.err;
  EXPECT_THAT(layouts.out, ContainsRegex("\nf32   floor     every_layout +exact +[1-9][0-9]+ +0 "));
  const ProcessResult types =
      modlab("verify --dtype all --data-set edges --only-kernel --kernel " + folder + "every_type.hlsl");
  EXPECT_EQ(types.status, 0) << types.out << types.err;
  const ProcessResult twin = modlab("verify --dtype f32 --data-set wide --only-kernel --kernel " MODLAB_SOURCE_DIR
                                    "/docs/examples/packed_split.hlsl");
  EXPECT_EQ(twin.status, 0) << twin.out << twin.err;
}

}  // namespace
}  // namespace modlab::cli
