#include "tests/coverage/simulated_run.h"

#include <algorithm>
#include <cmath>

#include "harness/tune/evaluation.h"
#include "kernels/modulus/algorithm.h"
#include "kernels/modulus/problem.h"

namespace modlab {
namespace {

/// A number in [0, 1) that depends on the time, as if drawn at random.
double hashed(double now_ns, std::uint64_t seed) {
  auto bits = static_cast<std::uint64_t>(now_ns) + seed * 0x9E3779B97F4A7C15u;
  bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9u;
  bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EBu;
  return static_cast<double>((bits ^ (bits >> 31)) >> 11) * 0x1p-53;
}

Simulation simulation_of(const World& world, std::uint64_t seed, double machine) {
  Simulation simulation;
  simulation.noise = world.noise;
  simulation.skewed = world.skewed;
  simulation.location_noise = world.location_noise;
  simulation.seed = seed;
  simulation.arithmetic_ns = [=](double now_ns) { return 1e6 * machine * (1 + 0.002 * hashed(now_ns, seed)); };
  simulation.slowdown = [=](double now_ns) {
    double factor = machine;
    if (world.outliers > 0 && hashed(now_ns, seed) < world.outliers) factor *= 1 + 0.5 * hashed(now_ns, seed + 1);
    constexpr double kEpisode_ns = 60e6;
    if (world.throttles && hashed(std::floor(now_ns / kEpisode_ns), seed) < 0.15) factor *= 1.05;
    return factor;
  };
  return simulation;
}

/// Legal variants to stand for the kernels.
std::vector<modulus::Variant> stand_ins(std::size_t count) {
  std::vector<modulus::Variant> variants;
  for (std::uint32_t per_thread = 1; variants.size() < count; per_thread *= 2)
    for (const std::uint32_t threads : {64u, 128u, 256u, 512u})
      if (variants.size() < count)
        variants.push_back({.per_thread = per_thread, .threads = threads, .algorithm = modulus::Algorithm::split});
  return variants;
}

/// What a run works with. Smaller tensors would have an Out for every launch, megabytes that each round moves.
struct Machine {
  Machine(Simulation simulation, std::uint64_t seed)
      : device(std::move(simulation)),
        workbench(device, compiler, sources, modulus::Workload{.shape = {5000}}, 1),
        sampler(workbench, measure::probe_clock(device), Build{}),
        roofline(sampler, {}, seed) {}

  SimulatedDevice device;
  SimulatedCompiler compiler;
  ShaderSources sources;
  measure::Workbench workbench;
  measure::Sampler sampler;
  measure::Roofline roofline;
};

}  // namespace

const std::vector<World>& worlds() {
  static const std::vector<World> all{
      {.name = "normal noise", .noise = 0.01},
      {.name = "skewed noise", .noise = 0.02, .skewed = true},
      {.name = "addresses that differ by 1.4 %", .location_noise = 0.01},
      {.name = "outliers", .noise = 0.005, .outliers = 0.05},
      {.name = "throttling", .noise = 0.005, .throttles = true},
      {.name = "all of these",
       .noise = 0.01,
       .skewed = true,
       .location_noise = 0.01,
       .outliers = 0.05,
       .throttles = true},
  };
  return all;
}

SimulatedRun simulate(const World& world, std::span<const double> kernels_ns, std::uint64_t seed,
                      const tune::ConfirmationRule& rule, double machine) {
  const std::vector<modulus::Variant> variants = stand_ins(kernels_ns.size());
  Simulation simulation = simulation_of(world, seed, machine);
  simulation.latency_ns = [&](const modulus::Variant& variant) {
    const auto place = std::ranges::find(variants, variant);
    return place == variants.end() ? 0.9 * std::ranges::min(kernels_ns)  // copies
                                   : kernels_ns[static_cast<std::size_t>(place - variants.begin())];
  };
  Machine lab(std::move(simulation), seed);
  std::vector<store::Row> rows;
  for (const modulus::Variant& variant : variants) {
    const tune::Evaluation evaluation =
        tune::evaluate_variant(lab.sampler, lab.roofline, variant, {.min_samples = 9, .max_ns = 1e15});
    rows.push_back(tune::make_row(lab.workbench.workload(), 1, evaluation, "warm"));
    rows.back().row = rows.size();
  }
  SimulatedRun run;
  std::vector<tune::Finalist> finalists;
  for (const store::Row& row : tune::choose_finalists(rows, rule.all)) {
    run.finalists.push_back(row.row - 1);
    finalists.push_back({variants[row.row - 1], *row.median_ns});
  }
  std::mt19937_64 random(seed);
  run.confirmation = tune::confirm(lab.sampler, lab.roofline, finalists, rule, random);
  return run;
}

double true_median(const World& world, double kernel_ns) {
  // What the simulated device does, drawn directly. Throttling is left out: the pilots are to notice it, and the
  // figures to be those of the undisturbed machine.
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  std::exponential_distribution<double> delay;
  std::uniform_real_distribution<double> uniform;
  std::vector<double> samples(1'000'000);
  for (double& sample : samples) {
    sample = kernel_ns * (1 + world.noise * (world.skewed ? delay(random) : normal(random)));
    for (int address = 0; address < 4; ++address) sample *= 1 + world.location_noise * normal(random);
    if (uniform(random) < world.outliers) sample *= 1 + 0.5 * uniform(random);
  }
  return statistics::median_of(samples);
}

}  // namespace modlab
