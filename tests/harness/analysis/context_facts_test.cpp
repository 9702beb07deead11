#include "harness/analysis/context_facts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/run_files.h"

namespace modlab::analysis {
namespace {

using ::testing::HasSubstr;

std::string value_of(const store::RunContext& context, std::string_view label) {
  for (const FactGroup& group : context_facts(context))
    for (const Fact& fact : group.facts)
      if (fact.label == label) return fact.value;
  return "no such fact";
}

TEST(ContextFacts, CarryTheirUnits) {
  store::RunContext context = sample_context();
  EXPECT_EQ(value_of(context, "memory"), "8.0 GiB");
  EXPECT_EQ(value_of(context, "timestamps"), "1000 MHz");
  EXPECT_EQ(value_of(context, "smallest step"), "36 ns");
  EXPECT_EQ(value_of(context, "wave lanes"), "no wave operations");
  context.device.wave_ops = true;
  context.device.wave_lanes_min = 4;
  context.device.wave_lanes_max = 32;
  EXPECT_EQ(value_of(context, "wave lanes"), "4 to 32");
}

TEST(ContextFacts, TheCommandCanBePastedAndLoadsNothingThatTheFileNames) {
  store::RunContext context = sample_context();
  EXPECT_EQ(value_of(context, "command"), "modlab tune --budget 60s");
  EXPECT_EQ(value_of(context, "its files"), "--out \"my runs/run.csv\"");
  context.command.insert(context.command.end(), {"--runtime", "./evil.so", "--adapter", "$(x)"});
  EXPECT_EQ(value_of(context, "its files"), "--runtime ./evil.so --out \"my runs/run.csv\"");
  EXPECT_THAT(value_of(context, "command"), HasSubstr("no line can hold"));
  context.command = {"./evil", "tune", "--seed", "7"};
  EXPECT_EQ(value_of(context, "command"), "modlab tune --seed 7");
  EXPECT_EQ(value_of(context, "its files"), "no such fact");
}

TEST(ContextFacts, WhatTheRunDidNotRecordIsUnknown) {
  const store::RunContext context;
  EXPECT_EQ(value_of(context, "adapter"), "unknown");
  EXPECT_EQ(value_of(context, "memory"), "unknown");
  EXPECT_EQ(value_of(context, "empty pair"), "unknown");
  EXPECT_EQ(value_of(context, "finished"), "not yet");
}

TEST(ContextFacts, NoiseFloorIsTheFarEndOfTheAaInterval) {
  const store::WorkloadContext workload = sample_context().workloads.front();
  EXPECT_EQ(noise_floor(workload), "0.41 %");
  EXPECT_EQ(aa_difference(workload), "+0.12 % (-0.19 to +0.41)");
  EXPECT_EQ(noise_floor({}), "");
  EXPECT_EQ(aa_difference({}), "");
}

}  // namespace
}  // namespace modlab::analysis
