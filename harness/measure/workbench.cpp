#include "harness/measure/workbench.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

#include "harness/device/status.h"
#include "harness/system/interrupt.h"
#include "kernels/error.h"

namespace modlab::measure {
namespace {

/// Two inputs and an output, what it holds before either kind of kernel, the proofs of a copy, of exact results and of
/// two others, and, for users' kernels, the inputs again, the output between guards, and these.
constexpr std::uint64_t kDeviceTensors = 13;

/// One in so many batches is checked, besides those that must be.
constexpr std::uint32_t kCheckEvery = 16;

/// Work of the arithmetic pilot: some ten microseconds of a large GPU, and about a millisecond of a CPU.
constexpr ArithmeticWork kLongArithmetic{.groups = 512, .steps = 1024};
constexpr ArithmeticWork kShortArithmetic{.groups = 16, .steps = 256};

constexpr std::uint64_t kSeedElsewhere = 2;

std::uint64_t largest_storage(const Workload& workload) {
  std::uint64_t largest = 0;
  for (const Operand& operand : workload.operands) largest = std::max(largest, storage_bytes(operand.tensor));
  return largest;
}

bool is_packed(const Workload& workload) {
  return std::ranges::all_of(workload.operands,
                             [](const Operand& operand) { return !operand.is_output || is_packed(operand.tensor); });
}

}  // namespace

void check_fits(const Workload& workload, const DeviceTraits& device, const Conditions& conditions) {
  const std::uint64_t bytes = largest_storage(workload);
  if (bytes > device.memory_bytes / kDeviceTensors)
    throw Error(fmt::format("{}: {} tensors of {} MiB do not fit into the {} MiB of {}; choose a smaller --shape",
                            name_of(workload), kDeviceTensors, bytes >> 20, device.memory_bytes >> 20, device.adapter));
  static_cast<void>(plan_working_set(workload.operands, conditions, device.memory_bytes));
}

Workbench::Workbench(Device& device, compile::Compiler& compiler, const ShaderSources& sources,
                     const Workload& workload, WorkloadData data, const PlanLimits& limits,
                     const Conditions& conditions, std::size_t jobs)
    : device_(device),
      compiler_(compiler),
      sources_(sources),
      workload_(workload),
      limits_(limits),
      data_(std::move(data)),
      mode_(conditions.mode),
      buffers_(device, workload_.operands, data_.contents.before,
               plan_working_set(workload_.operands, conditions, device.traits().memory_bytes, std::random_device()())),
      gate_(device, compiler, sources, workload_, limits_, data_, buffers_),
      ahead_(
          [this](const Candidate& candidate) {
            return make_kernel(candidate, *workload_.problem->plan(candidate, data_.seed, limits_));
          },
          jobs) {}

template <typename Work>
auto Workbench::on_behalf_of(std::string_view kernel, Work work) {
  try {
    return work();
  } catch (VariantFailure& failure) {
    failure.blame(std::string(kernel));
    throw;
  }
}

void Workbench::announce(std::string kernel) {
  if (!listener_) return;
  announced_ = std::move(kernel);
  since_announced_ = Stopwatch();
  listener_(announced_);
}

void Workbench::refuse_condemned(const std::string& kernel) const {
  if (const auto condemned = condemned_.find(kernel); condemned != condemned_.end())
    throw VariantFailure(Status::device_refused, "not tried again: " + condemned->second);
}

PreparedKernel Workbench::prepare(const Candidate& candidate) {
  throw_if_interrupted();
  const Ledger::Entry entry = ledger_.enter(Activity::compile);
  announce(candidate.name);
  return on_behalf_of(candidate.name, [&] {
    refuse_condemned(candidate.name);
    return candidate.build ? ahead_.take(candidate) : make_peer_kernel(candidate);
  });
}

void Workbench::expect(std::span<const Candidate> candidates) {
  std::vector<Candidate> allowed;
  std::ranges::copy_if(candidates, std::back_inserter(allowed), [&](const Candidate& candidate) {
    return candidate.build && !condemned_.contains(candidate.name);
  });
  ahead_.expect(allowed);
}

PreparedKernel Workbench::prepare_arithmetic(const Build& build) {
  return prepare_arithmetic("arithmetic", build, device_.traits().software ? kShortArithmetic : kLongArithmetic);
}

PreparedKernel Workbench::prepare_empty(const Build& build) {
  return prepare_arithmetic("empty", build, {.groups = 1, .steps = 0});
}

PreparedKernel Workbench::prepare_arithmetic(std::string name, const Build& build, const ArithmeticWork& work) {
  const Ledger::Entry entry = ledger_.enter(Activity::compile);
  const Candidate candidate{.name = std::move(name), .is_checked = false, .build = build};
  announce(candidate.name);
  return on_behalf_of(candidate.name, [&] {
    refuse_condemned(candidate.name);
    return make_kernel(candidate, make_arithmetic_plan(work, buffers_.outputs().front().operand, build));
  });
}

PreparedKernel Workbench::make_kernel(const Candidate& candidate, const Plan& plan) const {
  const Stopwatch stopwatch;
  const compile::Bytecode bytecode =
      compiler_.compile(compile::shader_request(plan), compile::sources_of(plan, sources_));
  PreparedKernel prepared{.candidate = candidate,
                          .kernel = device_.make_kernel(plan, bytecode.bytes),
                          .slices = plan.slices,
                          .compile_ms = 0,
                          .shader_hash = compile::hash_of(bytecode)};
  prepared.compile_ms = stopwatch.elapsed_ns() / 1e6;
  return prepared;
}

PreparedKernel Workbench::make_peer_kernel(const Candidate& peer) const {
  if (peers_ == nullptr || !peers_->contains(peer.name))
    throw VariantFailure(Status::device_refused, "there is no such peer here");
  const Stopwatch stopwatch;
  PreparedKernel prepared{.candidate = peer,
                          .kernel = peers_->at(peer.name)->make_kernel(workload_.problem->operation(data_.seed)),
                          .slices = {},
                          .compile_ms = 0,
                          .shader_hash = {}};
  prepared.compile_ms = stopwatch.elapsed_ns() / 1e6;
  return prepared;
}

Comparison Workbench::verify(const PreparedKernel& prepared) {
  throw_if_interrupted();
  const Ledger::Entry entry = ledger_.enter(Activity::verify);
  const Candidate& candidate = prepared.candidate;
  const Phase phase(device_, "verify " + candidate.name);
  announce(candidate.name);
  return on_behalf_of(candidate.name, [&] {
    const Comparison comparison = run_gate(prepared, candidate.believed);
    if (!candidate.believed) run_gate_elsewhere(prepared);
    return comparison;
  });
}

void Workbench::run_gate_elsewhere(const PreparedKernel& prepared) {
  if (elsewhere_.empty())
    for (const Workload& other : workload_.problem->elsewhere())
      elsewhere_.push_back(
          std::make_unique<Workbench>(device_, compiler_, sources_, other, kSeedElsewhere, limits_, Conditions{}));
  for (const auto& other : elsewhere_) try {
      other->run_gate(prepared, true);
    } catch (const VariantFailure& failure) {
      if (failure.status() != Status::wrong_result) throw;
      throw VariantFailure(Status::wrong_result,
                           fmt::format("right here, but on {}: {}", name_of(other->workload_), failure.what()));
    }
}

Comparison Workbench::run_gate(const PreparedKernel& prepared, bool is_trusted) {
  const std::vector<Slice> slices = prepared.candidate.build
                                        ? workload_.problem->plan(prepared.candidate, data_.seed, limits_)->slices
                                        : std::vector<Slice>();
  return is_trusted ? gate_.verify(prepared, slices) : gate_.verify_closely(prepared, slices);
}

void Workbench::check(const PreparedKernel& prepared) {
  const Phase phase(device_, "check " + prepared.candidate.name);
  static_cast<void>(time(prepared, 1, WorkingSet::Where::moving, Checks::all));
  if (!prepared.candidate.believed) on_behalf_of(prepared.candidate.name, [&] { gate_.check_inputs(); });
}

std::uint64_t Workbench::time(const PreparedKernel& prepared, std::uint32_t launches, WorkingSet::Where where,
                              Checks checks) {
  throw_if_interrupted();
  const Ledger::Entry entry = ledger_.enter(Activity::measure);
  constexpr double kSignOfLife_ns = 1e9;
  const bool is_announced = announced_ == prepared.candidate.name;
  if ((!announced_.empty() && !is_announced) || since_announced_.elapsed_ns() > kSignOfLife_ns)
    announce(is_announced ? announced_ : std::string());
  const bool is_checked = prepared.candidate.is_checked && (checks == Checks::all || random_() % kCheckEvery == 0);
  std::vector<Copy> copies;
  if (is_checked && std::exchange(are_gaps_stale_, false)) buffers_.fill(gate_.initial(), copies);
  if (!prepared.candidate.is_checked && !is_packed(workload_)) are_gaps_stale_ = true;
  buffers_.restore(gate_.initial(), launches, copies, where);
  buffers_.flush(copies);
  std::vector<Launch> batch;
  for (std::uint32_t i = 0; i < launches; ++i) {
    // Concurrent until an output is reused.
    const bool overlaps_previous = mode_ == Mode::overlap && i % buffers_.in_flight() != 0;
    batch.push_back({prepared.kernel.get(), buffers_.next(where), prepared.slices, overlaps_previous});
  }
  return on_behalf_of(prepared.candidate.name, [&] {
    std::optional<Gate::Check> check;
    if (is_checked) check = gate_.make_check(prepared, batch.back(), copies);
    const std::uint64_t ticks = device_.time({.launches = batch,
                                              .copies_before = copies,
                                              .checks = check ? check->launches : std::span<const Launch>(),
                                              .read_after = check ? check->read_after : ReadBack{}});
    if (check) gate_.finish(*check);
    if (ticks == 0)
      throw VariantFailure(Status::device_refused, "the timestamps before and after a batch are the same");
    return ticks;
  });
}

}  // namespace modlab::measure
