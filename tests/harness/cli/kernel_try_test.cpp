// A kernel file that is tried once, and one that is tried on every save.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "harness/process/child_process.h"
#include "harness/store/kernel_trial.h"
#include "harness/system/file.h"
#include "tests/harness/cli/program.h"
#include "tests/support/temporary_folder.h"

namespace modlab::cli {
namespace {

using namespace std::chrono_literals;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;

constexpr const char* kRival = "structured-b16-x1-t64-group-split-root-d3dcompile-5.1";

class KernelTry : public testing::Test {
 protected:
  void SetUp() override {
    text_ = read_file(MODLAB_SOURCE_DIR "/tests/kernel_files/words.hlsl");
    replace_file(file(), text_);
  }

  [[nodiscard]] std::string file() const { return (folder_ / "mine.hlsl").string(); }
  [[nodiscard]] std::string call() const { return "kernel try " + file() + " --shape 4096 --against " + kRival; }

  /// The kernel with a part of its text replaced.
  [[nodiscard]] std::string with(const std::string& part, const std::string& by) const {
    std::string text = text_;
    const std::size_t at = text.find(part);
    EXPECT_NE(at, std::string::npos) << part;
    return text.replace(at, part.size(), by);
  }

  TemporaryFolder folder_;
  std::string text_;
};

TEST_F(KernelTry, OnceGivesAVerdictOnTheFilesOwnWorkload) {
  const ProcessResult result = modlab(call());
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("truncate/f32/4096/packed/out/mixed on "));
  EXPECT_THAT(result.out, HasSubstr(std::string("the rival: ") + kRival));
  EXPECT_THAT(result.out, ContainsRegex("save 1, .*: mine:THREADS=64-UNROLL=1-d3dcompile-5.1-"));
  EXPECT_THAT(result.out, ContainsRegex("(FASTER|SLOWER|SAME|UNCLEAR): [0-9.]+ times the rival's time"));
  EXPECT_THAT(result.out, HasSubstr("8 of 8 variants tried"));
  EXPECT_THAT(result.out, ContainsRegex("[1-9][0-9]+ instructions, the rival [1-9][0-9]+: [a-z_]+ [+-][1-9]"));
}

TEST_F(KernelTry, AWrongKernelIsAFaultWithItsFirstMismatch) {
  replace_file(file(), with("modulus_word(x, y)", "modulus_word(x, y) + 1"));
  const ProcessResult result = modlab(call());
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.out, HasSubstr("wrong result: 4096 of 4096 results wrong; first element 0: "));
}

TEST_F(KernelTry, WrongCallsAreRefusedInOneLine) {
  const auto refused = [](const std::string& words, const std::string& why) {
    const ProcessResult result = modlab(words);
    EXPECT_EQ(result.status, 2) << words;
    EXPECT_EQ(line_count(result.err), 1u) << result.err;
    EXPECT_THAT(result.err, HasSubstr(why));
  };
  refused("kernel try " + (folder_ / "nothing.hlsl").string(), "nothing.hlsl");
  refused(call() + " --peer directml", "--peer");
  refused(call() + " --tuned t.json", "--against");
  refused("kernel try " + file() + " --op all", "one workload, please; these are 2");
  refused("kernel try " + file() + " --op floor --shape 64 --against " + kRival, "mine");
  refused("kernel try " + file() + " --layout transposed --shape 8x8 --against " + kRival, "illegal");
  replace_file(file(), with("threads THREADS", "threads NOTHING"));
  refused("kernel try " + file(), "mine.hlsl:7: ");
}

TEST_F(KernelTry, TheRivalIsTheTunedOneOrThatOfASearchWhichIsRemembered) {
  text_ = with("f32", "u8");  // whose kernels compile soonest
  text_ = with("THREADS = 64, 128, 256", "THREADS = 64");
  replace_file(file(), with("UNROLL = 1, 2, 4", "UNROLL = 1"));
  const std::string tuned = " --tuned " + (folder_ / "tuned.json").string();
  const std::string where = "kernel try " + file() + " --shape 4096" + tuned;
  const std::vector<std::string> own_cache{"MODLAB_CACHE_DIR=" + (folder_ / "cache").string()};
  const auto rival_in = [](const ProcessResult& result) {
    EXPECT_EQ(result.status, 0) << result.err;
    const std::size_t at = result.out.find("the rival: ");
    return result.out.substr(at, result.out.find('\n', at) - at);
  };
  const ProcessResult searched = modlab(where, own_cache);
  const std::string rival = rival_in(searched);
  EXPECT_THAT(rival, ContainsRegex("the rival: (raw|structured|typed)-"));
  EXPECT_EQ(line_count(searched.err), 1u) << searched.err;
  EXPECT_THAT(searched.err, HasSubstr("looking for a rival on truncate/u8/4096/packed/out/mixed"));

  const ProcessResult remembered = modlab(where, own_cache);
  EXPECT_EQ(rival_in(remembered), rival);
  EXPECT_EQ(remembered.err, "");

  ASSERT_EQ(modlab("tune --op truncate --dtype u8 --shape 4096 --budget 1e --rounds 0 --where algorithm=fixup --where "
                   "threads=1024 "
                   "--where access=raw --out " +
                   (folder_ / "run.csv").string() + tuned)
                .status,
            0);
  EXPECT_THAT(rival_in(modlab(where, own_cache)), ContainsRegex("the rival: raw-.*-t1024-.*fixup"));
}

/// A file that is watched.
class KernelTryWatch : public KernelTry {
 protected:
  void SetUp() override {
    KernelTry::SetUp();
    replace_file(folder_ / "part.hlsli", "uint nothing() { return 0; }\n");
    text_ = with("#include \"modlab.hlsli\"", "#include \"part.hlsli\"\n#include \"modlab.hlsli\"");
    text_ = with("UNROLL = 1, 2, 4", "UNROLL = 1, 2");
    text_ = with("THREADS = 64, 128, 256", "THREADS = 64");
    replace_file(file(), text_);
    watching_ = std::make_unique<process::ChildProcess>(command_line(call() + " --watch --json"));
    EXPECT_EQ(std::get<store::KernelRival>(next()).variant, kRival);
    EXPECT_EQ(finished().tried, 2u);
  }

  std::variant<store::KernelRival, store::KernelTrial> next() {
    std::string line;
    EXPECT_EQ(watching_->read_line(line, 120s), process::ReadResult::line);
    return store::parse_trial(line);
  }

  /// The trial with which a save is done with: all its variants are tried, or one failed.
  store::KernelTrial finished() {
    while (true) {
      auto trial = std::get<store::KernelTrial>(next());
      if (trial.status != "ok" || trial.tried == trial.variants) return trial;
    }
  }

  std::unique_ptr<process::ChildProcess> watching_;
};

TEST_F(KernelTryWatch, EverySaveHasAVerdict) {
  replace_file(file(), text_ + "\nfloat nonsense(\n");
  const store::KernelTrial refused = finished();
  EXPECT_EQ(refused.save, 2u);
  EXPECT_EQ(refused.status, "compiler refused");
  EXPECT_THAT(refused.detail, HasSubstr("mine.hlsl:"));

  replace_file(file(), with("threads THREADS", "threads NOTHING"));
  const store::KernelTrial unreadable = finished();
  EXPECT_EQ(unreadable.status, "unreadable");
  EXPECT_THAT(unreadable.detail, HasSubstr("mine.hlsl:7: "));

  replace_file(file(), with("modulus_word(x, y)", "modulus_word(x, y) + 1"));
  EXPECT_THAT(finished().detail, HasSubstr("first element 0: "));

  replace_file(file(), text_ + "\n// right again\n");
  const store::KernelTrial right = finished();
  EXPECT_EQ(right.save, 5u);
  EXPECT_EQ(right.status, "ok");
  ASSERT_TRUE(right.figures);
  EXPECT_GT(right.figures->ns.median, 0);
  EXPECT_GT(right.figures->roofline_pct, 0);
  EXPECT_LE(right.figures->ratio_ci.low, right.figures->ratio);
  EXPECT_GT(store::total_of(right.instructions), 20u);
  EXPECT_GT(right.seconds, 0);
}

TEST_F(KernelTryWatch, WhatItIncludesIsPartOfIt) {
  replace_file(folder_ / "part.hlsli", "uint something() { return 1; }\n");
  const store::KernelTrial trial = finished();
  EXPECT_EQ(trial.save, 2u);
  EXPECT_EQ(trial.status, "ok");
}

TEST_F(KernelTryWatch, TheNextSaveBeginsWithTheBestValuesOfTheLast) {
  // With one value on its axis it is known which is the best.
  replace_file(file(), with("UNROLL = 1, 2", "UNROLL = 2"));
  EXPECT_THAT(finished().variant, HasSubstr("UNROLL=2"));
  replace_file(file(), with("UNROLL = 1, 2", "UNROLL = 1, 4, 2"));
  EXPECT_THAT(std::get<store::KernelTrial>(next()).variant, HasSubstr("UNROLL=2"));
}

}  // namespace
}  // namespace modlab::cli
