#include "harness/store/kernel_trial.h"

#include <gtest/gtest.h>

#include "kernels/error.h"

namespace modlab::store {
namespace {

TEST(KernelTrial, ItsLineReadsBack) {
  const KernelRival rival{.workload = "w", .adapter = "a", .variant = "v", .instructions = {{"mad", 3}}};
  EXPECT_EQ(std::get<KernelRival>(parse_trial(json_line(rival))), rival);
  const KernelTrial trial{.save = 4,
                          .kernel = "mine-01234567",
                          .variant = "mine:U=2-d3dcompile-5.1-01234567",
                          .status = "ok",
                          .tried = 1,
                          .variants = 3,
                          .seconds = 0.5,
                          .figures = KernelTrial::Figures{.ns = {10, {9, 11}},
                                                          .rival_ns = {20, {19, 21}},
                                                          .ratio = 0.5,
                                                          .ratio_ci = {0.4, 0.6},
                                                          .verdict = statistics::Verdict::unclear,
                                                          .unclear = "too wide",
                                                          .gbps = 100,
                                                          .roofline_pct = 90},
                          .instructions = {{"add", 1}, {"mad", 2}}};
  const std::string line = json_line(trial);
  EXPECT_EQ(line.find('\n'), std::string::npos);
  const auto read = std::get<KernelTrial>(parse_trial(line));
  EXPECT_EQ(json_line(read), line);
  EXPECT_EQ(read.figures->verdict, statistics::Verdict::unclear);
  EXPECT_EQ(read.figures->unclear, "too wide");
  EXPECT_EQ(read.figures->ratio_ci.high, 0.6);
  EXPECT_EQ(total_of(read.instructions), 3u);
}

TEST(KernelTrial, AFailureHasNoFigures) {
  const KernelTrial trial{.save = 1, .status = "unreadable", .detail = "mine.hlsl:3: no \"such\" thing\nhere \xff"};
  const std::string line = json_line(trial);
  EXPECT_EQ(line.find('\n'), std::string::npos);
  EXPECT_FALSE(std::get<KernelTrial>(parse_trial(line)).figures);
}

TEST(KernelTrial, OtherTextIsAnError) {
  for (const char* text : {"", "x", "[]", "{}", R"({"rival":1})", R"({"save":-1})"})
    EXPECT_THROW(parse_trial(text), Error);
}

}  // namespace
}  // namespace modlab::store
