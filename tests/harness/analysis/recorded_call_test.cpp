#include "harness/analysis/recorded_call.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace modlab::analysis {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Option = RecordedCall::Option;

RecordedCall call_of(std::vector<std::string> command) {
  store::RunContext context;
  context.command = std::move(command);
  return recorded_call(context);
}

TEST(RecordedCall, ChoicesAreWhatWasMeasuredAndHow) {
  const std::string workload = "floor/f32/1024/packed/out/mixed";
  const RecordedCall call =
      call_of({"./modlab", "tune", workload, "--where", "threads=64", "--op", "floor", "truncate", "--dtype=f32,f16",
               "--budget", "200e", "--no-transfer", "--where=access=raw", "--compiler", "dxc", "--adapter", "-$(x)"});
  EXPECT_THAT(call.choices, ElementsAre("tune", workload, "--op", "floor", "--op", "truncate", "--dtype", "f32,f16",
                                        "--where", "threads=64", "--where", "access=raw", "--budget", "200e",
                                        "--adapter=-$(x)", "--compiler", "dxc", "--no-transfer"));
  EXPECT_THAT(call.others, IsEmpty());
}

TEST(RecordedCall, WhatLoadsCodeNamesFilesOrIsUnknownIsNoChoice) {
  const RecordedCall call = call_of(
      {"modlab",       "tune",       "--runtime", "./evil.so",  "--seed",     "3",         "--tuned=/etc/x",
       "--kernel",     "a.hlsl",     "--kernel",  "b.hlsl",     "--directml", "evil.dll",  "--shaders",
       "p.pack",       "--out",      "a b.csv",   "--compiler", "/x/dxc",     "--peer",    "directml",
       "--in-process", "--future=y", "--later",   "z",          "-r",         "./evil.so", "--runtime=again.so"});
  EXPECT_THAT(call.choices, ElementsAre("tune", "--seed", "3", "--peer", "directml"));
  EXPECT_THAT(call.others,
              ::testing::UnorderedElementsAre(
                  Option{"--runtime", "./evil.so"}, Option{"--runtime", "again.so"}, Option{"--tuned", "/etc/x"},
                  Option{"--kernel", "a.hlsl"}, Option{"--kernel", "b.hlsl"}, Option{"--directml", "evil.dll"},
                  Option{"--shaders", "p.pack"}, Option{"--out", "a b.csv"}, Option{"--compiler", "/x/dxc"},
                  Option{"--in-process"}, Option{"--future=y"}, Option{"--later"}, Option{"z"}, Option{"-r"},
                  Option{"./evil.so"}));
}

TEST(RecordedCall, AValueIsNeverReadAsAnOption) {
  const RecordedCall call =
      call_of({"modlab", "measure", "--adapter", "--runtime", "--mode=--runtime=./evil.so", "--", "--runtime", "x"});
  EXPECT_THAT(call.choices, ElementsAre("measure", "--mode=--runtime=./evil.so", "--adapter=--runtime"));
}

TEST(RecordedCall, IsEmptyWhereTheWordsAreNoCall) {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{}, {"modlab"}, {"modlab", "--op", "floor"}, {"modlab", "$(x)"}})
    EXPECT_THAT(call_of(words).choices, IsEmpty());
}

TEST(RecordedCall, OfWordsThatModlabDoesNotTakeOnlyTheCommandRemains) {
  EXPECT_THAT(call_of({"modlab", "merge", "a b.csv"}).choices, ElementsAre("merge"));
  const RecordedCall call = call_of({"modlab", "tune", "--runtime", "x", "--seed"});
  EXPECT_THAT(call.choices, ElementsAre("tune"));
  EXPECT_THAT(call.others, ElementsAre(Option{"--runtime"}, Option{"x"}, Option{"--seed"}));
}

}  // namespace
}  // namespace modlab::analysis
