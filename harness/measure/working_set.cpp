#include "harness/measure/working_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "kernels/error.h"

namespace modlab {
namespace {

/// The longest batch there is a reason for.
constexpr std::uint32_t kLongestBatch = 10'000;

/// Launches that may be in flight together: as many fill a GPU with tensors of a sixteenth of its size, and smaller
/// ones are bound by how fast launches can be issued. Each needs an Out, of which a quarter of the memory may consist.
constexpr std::uint32_t kInFlight = 16;

/// Caches evict by approximations of age; what was last used so many cache sizes ago is gone whatever the policy.
constexpr std::uint64_t kTimesTheCache = 4;

/// Buffers are a resource too; tensors so small that it takes more of them are flushed out instead, before every batch
/// of at most so many launches.
constexpr std::uint32_t kMostSets = 256;
constexpr std::uint32_t kFlushedSets = 64;

std::uint64_t divide_up(std::uint64_t value, std::uint64_t by) { return (value + by - 1) / by; }

std::vector<std::unique_ptr<Buffer>> make_buffers(Device& device, std::uint64_t count, std::uint64_t bytes,
                                                  std::string_view name) {
  std::vector<std::unique_ptr<Buffer>> buffers;
  for (std::uint64_t i = 0; i < count; ++i) buffers.push_back(device.make_buffer(bytes, name));
  return buffers;
}

/// Copies of one operand.
std::vector<std::unique_ptr<Buffer>> make_inputs(Device& device, std::uint64_t count, std::span<const std::byte> from,
                                                 std::string_view name) {
  auto buffers = make_buffers(device, count, from.size(), name);
  if (!buffers.empty()) device.upload(*buffers.front(), from);
  for (std::uint64_t i = 1; i < count; ++i) device.copy(*buffers[i], *buffers.front());
  return buffers;
}

std::uint64_t set_bytes(const ModulusDesc& desc) {
  return (desc.over_a ? 0 : storage_bytes(desc.a)) + (desc.over_b ? 0 : storage_bytes(desc.b)) +
         storage_bytes(desc.out) + kGuardBytes;
}

WorkingSetPlan plan_cold(const ModulusDesc& desc, bool in_place, std::uint64_t cache_bytes,
                         std::uint64_t memory_bytes) {
  const std::uint64_t one = set_bytes(desc);
  const std::uint64_t outrun = kTimesTheCache * cache_bytes;
  // In place, the sets of a batch are restored just before the next one and warm by that, so there are as many more.
  const std::uint64_t restored = in_place ? kInFlight : 0;
  const std::uint64_t sets = divide_up(outrun, one) + restored;
  const bool flushes = sets > kMostSets;
  const std::uint64_t needed = flushes ? outrun + kFlushedSets * one : sets * one;
  if (sets > 1 && needed > memory_bytes / 4 * 3)
    throw Error(
        fmt::format("--mode cold needs {} MiB of buffers to outrun a cache of {} MiB, more than three quarters "
                    "of the device's {} MiB; give the cache's true size with --cache-mib, or choose a smaller --shape",
                    needed >> 20, cache_bytes >> 20, memory_bytes >> 20));
  if (flushes)
    return {.inputs = kFlushedSets, .outs = kFlushedSets, .flush_bytes = outrun / 2, .max_batch = kFlushedSets};
  return {.inputs = sets, .outs = sets, .flush_bytes = 0, .max_batch = in_place ? kInFlight : kLongestBatch};
}

}  // namespace

WorkingSetPlan plan_working_set(const ModulusDesc& desc, const Conditions& conditions, std::uint64_t memory_bytes) {
  const bool in_place = desc.over_a || desc.over_b;
  if (conditions.mode == Mode::cold) return plan_cold(desc, in_place, conditions.cache_bytes, memory_bytes);
  const std::uint64_t out_bytes = storage_bytes(desc.out) + kGuardBytes;
  const std::uint64_t in_flight = std::clamp<std::uint64_t>(memory_bytes / 4 / out_bytes, 1, kInFlight);
  return {.inputs = 1,
          .outs = in_place || conditions.mode == Mode::overlap ? in_flight : 1,
          .flush_bytes = 0,
          .max_batch = in_place ? static_cast<std::uint32_t>(in_flight) : kLongestBatch};
}

WorkingSet::WorkingSet(Device& device, const ModulusDesc& desc, const HostOperands& operands,
                       const WorkingSetPlan& plan)
    : device_(device),
      over_a_(desc.over_a),
      over_b_(desc.over_b),
      max_batch_(plan.max_batch),
      as_(make_inputs(device, over_a_ ? 0 : plan.inputs, operands.a, "A")),
      bs_(make_inputs(device, over_b_ ? 0 : plan.inputs, operands.b, "B")),
      outs_(make_buffers(device, plan.outs, storage_bytes(desc.out) + kGuardBytes, "Out")),
      turn_(outs_.size()),
      stale_(outs_.size()) {
  if (plan.flush_bytes == 0) return;
  flush_from_ = device.make_buffer(plan.flush_bytes, "flush source");
  flush_to_ = device.make_buffer(plan.flush_bytes, "flush target");
}

Operands WorkingSet::next() {
  const std::uint64_t turn = turn_++;
  stale_ = std::min(stale_ + 1, size());
  Buffer* const out = outs_[turn % size()].get();
  return {over_a_ ? out : as_[turn % as_.size()].get(), over_b_ ? out : bs_[turn % bs_.size()].get(), out};
}

void WorkingSet::restore(const Buffer& content) {
  for (; stale_ > 0; --stale_) device_.copy(*outs_[(turn_ - stale_) % size()], content);
}

void WorkingSet::flush() {
  if (!flush_from_) return;
  device_.copy(*flush_to_, *flush_from_);
  // Memory that was never written may be no memory at all; to and fro, both are soon real.
  std::swap(flush_from_, flush_to_);
}

}  // namespace modlab
