#include "harness/measure/workbench.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

#include "harness/device/status.h"
#include "harness/system/interrupt.h"
#include "kernels/error.h"
#include "kernels/kernel_file.h"

namespace modlab::measure {
namespace {

/// A, B, Out, its initial content for either kind of kernel, the proofs of one copy, one exact modulus and two other
/// algorithms, and, for users' kernels, the operands again, Out between guards, and these.
constexpr std::uint64_t kDeviceTensors = 13;

/// One in so many batches is checked, besides those that must be.
constexpr std::uint32_t kCheckEvery = 16;

/// Work of the arithmetic pilot: some ten microseconds of a large GPU, and about a millisecond of a CPU.
constexpr ArithmeticWork kLongArithmetic{.groups = 512, .steps = 1024};
constexpr ArithmeticWork kShortArithmetic{.groups = 16, .steps = 256};

constexpr std::uint64_t kSeedElsewhere = 2;

/// Small workloads like this one, none of whose dimensions is a whole number of words, vectors or groups.
std::vector<Workload> other_shapes(const Workload& like) {
  std::vector<Workload> others;
  for (const auto& [last, data_set] : {std::pair(37u, DataSet::edges), std::pair(1021u, DataSet::mixed)}) {
    Workload other = like;
    for (std::uint32_t& size : other.shape) size = 3;
    other.shape.back() = last;
    other.data_set = data_set;
    if (!why_illegal(other)) others.push_back(other);
  }
  return others;
}

PreparedKernel unchecked(PreparedKernel prepared) {
  prepared.is_checked = false;
  return prepared;
}

std::uint64_t largest_storage(const modulus::ModulusDesc& desc) {
  return std::max({storage_bytes(desc.a), storage_bytes(desc.b), storage_bytes(desc.out)});
}

}  // namespace

void check_fits(const Workload& workload, const DeviceTraits& device, const Conditions& conditions) {
  const modulus::ModulusDesc desc = describe(workload);
  const std::uint64_t bytes = largest_storage(desc);
  if (bytes > device.memory_bytes / kDeviceTensors)
    throw Error(fmt::format("{}: {} tensors of {} MiB do not fit into the {} MiB of {}; choose a smaller --shape",
                            name_of(workload), kDeviceTensors, bytes >> 20, device.memory_bytes >> 20, device.adapter));
  static_cast<void>(plan_working_set(desc, conditions, device.memory_bytes));
}

Workbench::Workbench(Device& device, compile::Compiler& compiler, const ShaderSources& sources,
                     const Workload& workload, WorkloadData data, const PlanLimits& limits,
                     const Conditions& conditions, std::size_t jobs)
    : device_(device),
      compiler_(compiler),
      sources_(sources),
      workload_(workload),
      desc_(std::move(data.desc)),
      packed_(desc_),
      limits_(limits),
      operands_(std::move(data.operands)),
      mode_(conditions.mode),
      buffers_(device, desc_, operands_,
               plan_working_set(desc_, conditions, device.traits().memory_bytes, std::random_device()())),
      gate_(device, compiler, sources, desc_, limits_, operands_, buffers_, std::move(data.modulus),
            std::move(data.copy)),
      ahead_([this](const Variant& variant) { return make_kernel(make_plan(desc_, variant, limits_)); }, jobs) {}

Workbench::PackedTwin::PackedTwin(const modulus::ModulusDesc& of) : desc(of) {
  const std::uint64_t tensor = element_count(of.out.sizes) * bytes_of(of.out.type);
  const bool reads_b = storage_bytes(of.b) >= tensor;
  desc.a.strides.clear();
  desc.out.strides.clear();
  desc.b.strides.assign(reads_b ? 0 : of.b.sizes.size(), 0);
  bytes = (reads_b ? 3 : 2) * tensor;
}

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

PreparedKernel Workbench::prepare(const Candidate& candidate) {
  throw_if_interrupted();
  const Ledger::Entry entry = ledger_.enter(Activity::compile);
  announce(candidate.name);
  return on_behalf_of(candidate.name, [&] {
    if (const auto condemned = condemned_.find(candidate.name); condemned != condemned_.end())
      throw VariantFailure(Status::device_refused, "not tried again: " + condemned->second);
    return candidate.variant ? ahead_.take(*candidate.variant) : make_peer_kernel(candidate);
  });
}

void Workbench::expect(std::span<const Variant> variants) {
  std::vector<Variant> allowed;
  std::ranges::copy_if(variants, std::back_inserter(allowed),
                       [&](const Variant& variant) { return !condemned_.contains(name_of(variant)); });
  ahead_.expect(allowed);
}

PreparedKernel Workbench::prepare_arithmetic(const Variant& like) {
  return prepare_arithmetic(like, device_.traits().software ? kShortArithmetic : kLongArithmetic);
}

PreparedKernel Workbench::prepare_empty(const Variant& like) {
  return prepare_arithmetic(like, {.groups = 1, .steps = 0});
}

PreparedKernel Workbench::prepare_packed_copy(const Variant& copy) {
  const Ledger::Entry entry = ledger_.enter(Activity::compile);
  const std::string name = name_of(copy);
  announce(name);
  return on_behalf_of(name, [&] { return unchecked(make_kernel(make_plan(packed_.desc, copy, limits_))); });
}

PreparedKernel Workbench::prepare_arithmetic(const Variant& like, const ArithmeticWork& work) {
  const Ledger::Entry entry = ledger_.enter(Activity::compile);
  const std::string name = name_of(like);
  announce(name);
  return on_behalf_of(name, [&] {
    return unchecked(make_kernel(buffer_variant(like), make_arithmetic_plan(work, modulus::kTensorOut, like)));
  });
}

PreparedKernel Workbench::make_kernel(const Variant& variant, const Plan& plan) const {
  const Stopwatch stopwatch;
  const compile::Bytecode bytecode =
      compiler_.compile(compile::shader_request(plan), compile::sources_of(plan, sources_));
  PreparedKernel prepared{.candidate = variant,
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
                          .kernel = peers_->at(peer.name)->make_kernel(desc_),
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
    for (const Workload& other : other_shapes(workload_))
      elsewhere_.push_back(
          std::make_unique<Workbench>(device_, compiler_, sources_, other, kSeedElsewhere, limits_, Conditions{}));
  for (const auto& other : elsewhere_) try {
      if (storage_of(other->desc_) == storage_of(desc_)) other->run_gate(prepared, true);
    } catch (const VariantFailure& failure) {
      if (failure.status() != Status::wrong_result) throw;
      throw VariantFailure(Status::wrong_result,
                           fmt::format("right here, but on {}: {}", name_of(other->workload_), failure.what()));
    }
}

Comparison Workbench::run_gate(const PreparedKernel& prepared, bool is_trusted) {
  const auto& variant = prepared.candidate.variant;
  const std::vector<Slice> slices = variant ? make_plan(desc_, *variant, limits_).slices : std::vector<Slice>();
  return is_trusted ? gate_.verify(prepared, slices) : gate_.verify_own(prepared, slices);
}

void Workbench::check(const PreparedKernel& prepared) {
  const Phase phase(device_, "check " + prepared.candidate.name);
  static_cast<void>(time(prepared, 1, WorkingSet::Where::moving, Checks::all));
  if (!prepared.candidate.believed) on_behalf_of(prepared.candidate.name, [&] { gate_.check_operands(); });
}

std::uint64_t Workbench::time(const PreparedKernel& prepared, std::uint32_t launches, WorkingSet::Where where,
                              Checks checks) {
  throw_if_interrupted();
  const Ledger::Entry entry = ledger_.enter(Activity::measure);
  constexpr double kSignOfLife_ns = 1e9;
  const bool is_announced = announced_ == prepared.candidate.name;
  if ((!announced_.empty() && !is_announced) || since_announced_.elapsed_ns() > kSignOfLife_ns)
    announce(is_announced ? announced_ : std::string());
  const bool is_checked = prepared.is_checked && (checks == Checks::all || random_() % kCheckEvery == 0);
  std::vector<Copy> copies;
  if (is_checked && std::exchange(are_gaps_stale_, false)) buffers_.fill(gate_.initial(), copies);
  if (!prepared.is_checked && !is_packed(desc_.out)) are_gaps_stale_ = true;
  buffers_.restore(gate_.initial(), launches, copies, where);
  buffers_.flush(copies);
  std::vector<Launch> batch;
  for (std::uint32_t i = 0; i < launches; ++i) {
    // Concurrent until an Out is reused.
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
