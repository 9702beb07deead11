#include "harness/measure/working_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>

#include "kernels/buffer_plans.h"
#include "kernels/divide_up.h"
#include "kernels/error.h"

namespace modlab::measure {
namespace {

/// Longer batches gain nothing.
constexpr std::uint32_t kMaxBatch = 10'000;

/// Launches that may be in flight at once: enough to fill a GPU with tensors of a sixteenth of its size; smaller ones
/// are bound by how fast launches can be issued. Each needs outputs of its own, and outputs may take a quarter of the
/// memory.
constexpr std::uint32_t kInFlight = 16;

/// Caches evict approximately by age; what was last used this many cache sizes ago is gone whatever the policy.
constexpr std::uint64_t kCacheMultiple = 4;

/// Allocations held at a time, the current one included. With two, the allocator soon returns the same addresses again.
constexpr std::uint64_t kAllocations = 4;

/// Tensors so small that they would need more sets than kMaxSets are flushed out of the caches instead, before every
/// batch of at most kFlushedSets launches.
constexpr std::uint32_t kMaxSets = 256;
constexpr std::uint32_t kFlushedSets = 64;

/// Places for small outputs, one per launch of a batch: on an H200 a batch of the shortest launches has some 300.
constexpr std::uint64_t kMaxPlaces = 1024;

std::vector<std::unique_ptr<Buffer>> make_buffers(Device& device, std::uint64_t count, std::uint64_t bytes,
                                                  std::string_view name) {
  std::vector<std::unique_ptr<Buffer>> buffers;
  for (std::uint64_t i = 0; i < count; ++i) buffers.push_back(device.make_buffer(bytes, name));
  return buffers;
}

/// In whole vectors, because kernels compare all of it.
std::uint64_t operand_bytes(std::span<const std::byte> content) {
  return divide_up(content.size(), kBufferVectorBytes) * kBufferVectorBytes;
}

void upload_all(Device& device, std::span<const std::unique_ptr<Buffer>> to, std::span<const std::byte> content) {
  if (!to.empty()) device.upload(*to.front(), content);
  for (std::size_t i = 1; i < to.size(); ++i) device.copy(*to[i], *to.front());
}

std::uint64_t total_bytes(std::span<const std::unique_ptr<Buffer>> buffers) {
  std::uint64_t bytes = 0;
  for (const auto& buffer : buffers) bytes += buffer->bytes();
  return bytes;
}

std::vector<std::unique_ptr<Buffer>> copies_of(Device& device, std::span<const std::unique_ptr<Buffer>> buffers,
                                               std::string_view name) {
  std::vector<std::unique_ptr<Buffer>> copies;
  for (const auto& buffer : buffers) {
    copies.push_back(device.make_buffer(buffer->bytes(), name));
    device.copy(*copies.back(), *buffer);
  }
  return copies;
}

bool is_read_only(const Operand& operand) { return !operand.is_output && !operand.shares; }

bool is_restored(std::span<const Operand> operands, std::size_t output) {
  return std::ranges::any_of(operands, [&](const Operand& operand) { return operand.shares == output; });
}

/// The outputs, with places for batches of so many launches.
std::vector<OutputPlan> plan_outputs(std::span<const Operand> operands, std::uint64_t launches, std::uint32_t pick) {
  std::vector<OutputPlan> outputs;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (!operands[i].is_output) continue;
    const bool restored = is_restored(operands, i);
    outputs.push_back({.operand = i,
                       .is_restored = restored,
                       .places = plan_out_places(operands[i].tensor, restored, launches, pick)});
  }
  return outputs;
}

bool any_restored(const std::vector<OutputPlan>& outputs) {
  return std::ranges::any_of(outputs, &OutputPlan::is_restored);
}

bool any_apart(const std::vector<OutputPlan>& outputs) {
  return std::ranges::any_of(outputs, [](const OutputPlan& output) { return output.places.apart; });
}

std::uint64_t outputs_bytes(std::span<const Operand> operands) {
  std::uint64_t bytes = 0;
  for (const OutputPlan& output : plan_outputs(operands, 1, ~0u)) bytes += output.places.buffer_bytes();
  return bytes;
}

std::uint64_t set_bytes(std::span<const Operand> operands) {
  std::uint64_t bytes = outputs_bytes(operands);
  for (const Operand& operand : operands)
    if (is_read_only(operand)) bytes += storage_bytes(operand.tensor);
  return bytes;
}

WorkingSetPlan plan_cold(std::span<const Operand> operands, std::uint64_t cache_bytes, std::uint64_t memory_bytes,
                         std::uint32_t pick) {
  const std::uint64_t one = set_bytes(operands);
  const std::uint64_t cold_bytes = kCacheMultiple * cache_bytes;
  WorkingSetPlan plan{.outputs = plan_outputs(operands, kFlushedSets, pick)};
  // In place, the sets of a batch are restored, and so warmed, just before the next one, so there are that many more.
  const std::uint64_t restored = any_restored(plan.outputs) ? kInFlight : 0;
  const std::uint64_t sets = divide_up(cold_bytes, one) + restored;
  const bool flushes = sets > kMaxSets || any_apart(plan.outputs);  // as poisoning them warms them
  const std::uint64_t needed = flushes ? cold_bytes + kFlushedSets * one : sets * one;
  if (sets > 1 && needed > memory_bytes / 4 * 3)
    throw Error(
        fmt::format("--mode cold needs {} MiB of buffers to exceed a cache of {} MiB, more than three quarters "
                    "of the device's {} MiB; give the cache's true size with --cache-mib, or choose a smaller --shape",
                    needed >> 20, cache_bytes >> 20, memory_bytes >> 20));
  plan.inputs = flushes ? kFlushedSets : sets;
  for (OutputPlan& output : plan.outputs) output.buffers = output.places.apart ? 1 : plan.inputs;
  plan.flush_bytes = flushes ? cold_bytes / 2 : 0;
  plan.max_batch = flushes ? kFlushedSets : restored > 0 ? kInFlight : kMaxBatch;
  return plan;
}

}  // namespace

WorkingSetPlan plan_working_set(std::span<const Operand> operands, const Conditions& conditions,
                                std::uint64_t memory_bytes, std::uint32_t pick) {
  if (conditions.mode == Mode::cold) return plan_cold(operands, conditions.cache_bytes, memory_bytes, pick);
  const auto in_flight =
      static_cast<std::uint32_t>(std::clamp<std::uint64_t>(memory_bytes / 4 / outputs_bytes(operands), 1, kInFlight));
  const bool overlaps = conditions.mode == Mode::overlap;
  WorkingSetPlan plan{.outputs = plan_outputs(operands, kMaxPlaces, pick),
                      .in_flight = overlaps ? in_flight : 1,
                      .max_batch = kMaxBatch};
  for (OutputPlan& output : plan.outputs) {
    output.buffers = (output.is_restored || overlaps) && !output.places.apart ? in_flight : 1;
    if (output.is_restored) plan.max_batch = std::min(plan.max_batch, in_flight);
    if (output.places.apart) plan.max_batch = std::min(plan.max_batch, static_cast<std::uint32_t>(output.places.count));
  }
  return plan;
}

WorkingSet::WorkingSet(Device& device, std::span<const Operand> operands, std::span<const Content> contents,
                       const WorkingSetPlan& plan)
    : device_(device),
      operands_(operands.begin(), operands.end()),
      outputs_(plan.outputs),
      in_flight_(plan.in_flight),
      max_batch_(plan.max_batch),
      is_warm_(!any_restored(outputs_) && plan.inputs == 1) {
  for (std::size_t i = 0; i < operands.size(); ++i)
    current_.inputs.push_back(make_buffers(device, is_read_only(operands[i]) ? plan.inputs : 0,
                                           operand_bytes(contents[i]), operands[i].name));
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    const std::uint64_t buffers = outputs_[i].buffers;
    current_.outputs.push_back(
        {.buffers = make_buffers(device, buffers, outputs_[i].places.buffer_bytes(), name_of_output(i)),
         .places = std::vector<std::uint64_t>(buffers),
         .stale = buffers});
    current_.turn = std::max(current_.turn, buffers);
  }
  upload(contents);
  if (plan.flush_bytes == 0) return;
  flush_from_ = device.make_buffer(plan.flush_bytes, "flush source");
  flush_to_ = device.make_buffer(plan.flush_bytes, "flush target");
}

std::vector<WorkingSet::Allocation*> WorkingSet::allocations() {
  if (pinned_) return {&current_, &*pinned_};
  return {&current_};
}

void WorkingSet::upload(std::span<const Content> contents) {
  for (const Allocation* allocation : allocations())
    for (std::size_t i = 0; i < operands_.size(); ++i) upload_all(device_, allocation->inputs[i], contents[i]);
}

void WorkingSet::fill(InitialContents contents, std::vector<Copy>& copies) {
  for (const Allocation* allocation : allocations())
    for (std::size_t i = 0; i < outputs_.size(); ++i)
      for (const auto& buffer : allocation->outputs[i].buffers) copies.push_back({buffer.get(), contents[i]});
}

std::vector<Buffer*> WorkingSet::buffers_of(std::size_t operand) const {
  std::vector<Buffer*> buffers;
  for (const auto& buffer : current_.inputs[operand]) buffers.push_back(buffer.get());
  return buffers;
}

PerBuffer<BufferAt> WorkingSet::next(Where where) {
  Allocation& from = at(where);
  const std::uint64_t turn = from.turn++;
  PerBuffer<BufferAt> set;
  for (const Buffers& inputs : from.inputs)
    set.push_back(inputs.empty() ? BufferAt() : BufferAt(inputs[turn % inputs.size()].get()));
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    Output& output = from.outputs[i];
    const std::uint64_t buffer = turn % output.buffers.size();
    output.stale = std::min<std::uint64_t>(output.stale + 1, output.buffers.size());
    // Pilots gain nothing from what they find, and libvkd3d takes longer to bind a root descriptor anew than a short
    // launch, though not between the timestamps.
    const std::uint64_t place = where == Where::pinned ? output.places[buffer] : output.places[buffer]++;
    const OutPlaces& places = outputs_[i].places;
    set[outputs_[i].operand] = {output.buffers[buffer].get(), places.offset(place % places.count)};
  }
  for (std::size_t i = 0; i < operands_.size(); ++i)
    if (operands_[i].shares) set[i] = set[*operands_[i].shares];
  return set;
}

PerBuffer<BufferAt> WorkingSet::next_in_first_place() {
  for (Output& output : current_.outputs) output.places[current_.turn % output.buffers.size()] = 0;
  return next();
}

void WorkingSet::restore(InitialContents contents, std::uint32_t launches, std::vector<Copy>& copies, Where where) {
  Allocation& in = at(where);
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    Output& output = in.outputs[i];
    if (outputs_[i].is_restored)
      for (; output.stale > 0; --output.stale)
        copies.push_back({output.buffers[(in.turn - output.stale) % output.buffers.size()].get(), contents[i]});
    if (!outputs_[i].places.apart) continue;
    output.places.front() = 0;
    copies.push_back({output.buffers.front().get(), contents[i], outputs_[i].places.offset(launches)});
  }
}

void WorkingSet::flush(std::vector<Copy>& copies) {
  if (!flush_from_) return;
  copies.push_back({flush_to_.get(), flush_from_.get()});
  // Memory that was never written may not be backed; copying back and forth makes both real.
  std::swap(flush_from_, flush_to_);
}

void WorkingSet::move() {
  std::uint64_t bytes = 0;
  for (const Buffers& inputs : current_.inputs) {
    if (inputs.size() > 1) return;
    bytes += total_bytes(inputs);
  }
  for (const Output& output : current_.outputs) bytes += total_bytes(output.buffers);
  if ((kAllocations + 2) * bytes > device_.traits().memory_bytes / 4) return;
  Allocation next;
  next.turn = current_.turn;
  for (std::size_t i = 0; i < operands_.size(); ++i)
    next.inputs.push_back(copies_of(device_, current_.inputs[i], operands_[i].name));
  // Outputs are copied too: memory that was never written may not be backed.
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    const Output& output = current_.outputs[i];
    next.outputs.push_back({copies_of(device_, output.buffers, name_of_output(i)), output.places, output.stale});
  }
  Allocation before = std::exchange(current_, std::move(next));
  if (!pinned_) {
    pinned_ = std::move(before);
    return;
  }
  retired_.push_back(std::move(before));
  if (retired_.size() == kAllocations) retired_.pop_front();
}

}  // namespace modlab::measure
