#include "harness/tune/local_rig.h"
#include "kernels/modulus/probes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "harness/measure/probe_platform.h"
#include "harness/store/best_answer.h"
#include "kernels/modulus/problem.h"
#include "tests/support/landscape.h"
#include "tests/support/simulated_device.h"

namespace modlab::tune {
namespace {

TEST(LocalRig, NamesEveryPhaseOfItsWorkForCaptures) {
  SimulatedCompiler compiler;
  const ShaderSources sources;
  Lab lab;
  lab.make_device = [] { return std::make_unique<SimulatedDevice>(Simulation{.latency_ns = landscape}); };
  lab.device = lab.make_device();
  lab.compiler = &compiler;
  lab.sources = &sources;
  lab.platform = measure::probe_platform(*lab.device, *lab.compiler, modulus::modulus_probes());
  const auto& device = dynamic_cast<const SimulatedDevice&>(*lab.device);
  const modulus::Variant best = modulus::parse_variant(kBest);
  const modulus::Variant victim = modulus::parse_variant(kVictim);

  LocalRig rig(lab, 0);
  rig.begin({.workload = modulus::Workload{.shape = {64}}, .conditions = {}, .like = best.build});
  static_cast<void>(rig.evaluate({.candidate = best}));
  static_cast<void>(
      rig.confirm({{.candidate = best, .screened_ns = 1}, {.candidate = victim, .screened_ns = 2}}, {.limit_s = 1}));

  const std::string best_name(kBest);
  for (const std::string& expected :
       {std::string("probe the clock"), std::string("set up floor/f32/64/packed/out/mixed"), "verify " + best_name,
        "sample " + best_name, "sample " + best_name + " > pilot", std::string("confirm > compare 4 kernels in rounds"),
        "confirm > check " + best_name})
    EXPECT_NE(std::ranges::find(device.phases(), expected), device.phases().end()) << expected;
  EXPECT_TRUE(std::ranges::any_of(
      device.phases(), [](const std::string& phase) { return phase.starts_with("find the roofline > sample "); }));
  EXPECT_FALSE(device.in_phase());
}

TEST(LocalRig, WaitsForRisingClocksOnlyBeforeItsFirstWorkload) {
  SimulatedCompiler compiler;
  const ShaderSources sources;
  const modulus::Variant best = modulus::parse_variant(kBest);
  const std::string pilot = Workload(modulus::Workload{}).problem->pilot(best.build).name;
  int pilots = 0;
  Lab lab;
  lab.make_device = [&] {
    return std::make_unique<SimulatedDevice>(Simulation{.latency_ns = [&](const modulus::Variant& variant) {
      if (modulus::name_of(variant) == pilot) ++pilots;
      return landscape(variant);
    }});
  };
  lab.device = lab.make_device();
  lab.compiler = &compiler;
  lab.sources = &sources;
  lab.platform = measure::probe_platform(*lab.device, *lab.compiler, modulus::modulus_probes());
  LocalRig rig(lab, 0);
  const auto pilots_of_a_workload = [&] {
    pilots = 0;
    rig.begin({.workload = modulus::Workload{.shape = {64}}, .conditions = {}, .like = best.build});
    static_cast<void>(rig.evaluate({.candidate = best}));
    return pilots;
  };
  const int first = pilots_of_a_workload();
  EXPECT_LT(pilots_of_a_workload(), first / 2);
}

TEST(LocalRig, StopsSamplingWhatCannotBecomeAFinalist) {
  SimulatedCompiler compiler;
  const ShaderSources sources;
  const modulus::Variant best = modulus::parse_variant(kBest);
  const modulus::Variant victim = modulus::parse_variant(kVictim);
  Lab lab;
  lab.make_device = [&] {
    return std::make_unique<SimulatedDevice>(Simulation{
        .latency_ns = [&](const modulus::Variant& variant) { return variant == victim ? 1.3e6 : 1e6; }, .noise = 0.05});
  };
  lab.device = lab.make_device();
  lab.compiler = &compiler;
  lab.sources = &sources;
  lab.platform = measure::probe_platform(*lab.device, *lab.compiler, modulus::modulus_probes());

  const auto samples_of_victim = [&](bool behind_the_best) {
    LocalRig rig(lab, 0);
    rig.begin({.workload = modulus::Workload{.shape = {64}}, .conditions = {}, .like = best.build});
    if (behind_the_best) static_cast<void>(rig.evaluate({.candidate = best}));
    return *rig.evaluate({.candidate = victim}).measurement;
  };
  EXPECT_EQ(samples_of_victim(true).stop, measure::Stop::beaten);
  EXPECT_NE(samples_of_victim(false).stop, measure::Stop::beaten);
  EXPECT_LT(samples_of_victim(true).statistics.count, samples_of_victim(false).statistics.count);
}

TEST(LocalRig, UsesDataMadeAheadForTheNextWorkload) {
  SimulatedCompiler compiler;
  const ShaderSources sources;
  std::set<std::size_t> sizes;
  Simulation simulation;
  simulation.watch = [&](const modulus::HostOperands& operands) { sizes.insert(operands.a.size()); };
  Lab lab;
  lab.make_device = [&] { return std::make_unique<SimulatedDevice>(simulation); };
  lab.device = lab.make_device();
  lab.compiler = &compiler;
  lab.sources = &sources;
  lab.platform = measure::probe_platform(*lab.device, *lab.compiler, modulus::modulus_probes());
  const modulus::Variant best = modulus::parse_variant(kBest);
  const auto workload = [](std::uint32_t size) { return modulus::Workload{.shape = {size}}; };

  LocalRig rig(lab, 1);
  // The second comes as expected, the third instead of another, the last with another seed.
  const std::vector<Assignment> assignments{
      {.workload = workload(100), .conditions = {}, .like = best.build, .next = workload(200)},
      {.workload = workload(200), .conditions = {}, .like = best.build, .next = workload(300)},
      {.workload = workload(400), .conditions = {}, .like = best.build, .next = workload(500)},
      {.workload = workload(500), .seed = 2, .conditions = {}, .like = best.build, .next = {}}};
  for (const Assignment& assignment : assignments) {
    sizes.clear();
    rig.begin(assignment);
    EXPECT_EQ(rig.evaluate({.candidate = best}).status, Status::ok);
    EXPECT_EQ(sizes, std::set<std::size_t>{4u * assignment.workload.elements});
  }
}

}  // namespace
}  // namespace modlab::tune
