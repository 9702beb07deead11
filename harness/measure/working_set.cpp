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
/// are bound by how fast launches can be issued. Each needs an Out, and Outs may take a quarter of the memory.
constexpr std::uint32_t kInFlight = 16;

/// Caches evict approximately by age; what was last used this many cache sizes ago is gone whatever the policy.
constexpr std::uint64_t kCacheMultiple = 4;

/// Allocations held at a time, the current one included. With two, the allocator soon returns the same addresses again.
constexpr std::uint64_t kAllocations = 4;

/// Tensors so small that they would need more sets than kMaxSets are flushed out of the caches instead, before every
/// batch of at most kFlushedSets launches.
constexpr std::uint32_t kMaxSets = 256;
constexpr std::uint32_t kFlushedSets = 64;

/// Places for small Outs, one per launch of a batch: on an H200 a batch of the shortest launches has some 300.
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

std::uint64_t out_bytes(const modulus::ModulusDesc& desc) { return plan_out_places(desc, 1, ~0u).buffer_bytes(); }

std::uint64_t set_bytes(const modulus::ModulusDesc& desc) {
  return (desc.over_a ? 0 : storage_bytes(desc.a)) + (desc.over_b ? 0 : storage_bytes(desc.b)) + out_bytes(desc);
}

WorkingSetPlan plan_cold(const modulus::ModulusDesc& desc, bool in_place, std::uint64_t cache_bytes,
                         std::uint64_t memory_bytes, std::uint32_t pick) {
  const std::uint64_t one = set_bytes(desc);
  const std::uint64_t cold_bytes = kCacheMultiple * cache_bytes;
  // In place, the sets of a batch are restored, and so warmed, just before the next one, so there are that many more.
  const std::uint64_t restored = in_place ? kInFlight : 0;
  const std::uint64_t sets = divide_up(cold_bytes, one) + restored;
  const OutPlaces places = plan_out_places(desc, kFlushedSets, pick);
  const bool flushes = sets > kMaxSets || places.apart;  // as poisoning them warms them
  const std::uint64_t needed = flushes ? cold_bytes + kFlushedSets * one : sets * one;
  if (sets > 1 && needed > memory_bytes / 4 * 3)
    throw Error(
        fmt::format("--mode cold needs {} MiB of buffers to exceed a cache of {} MiB, more than three quarters "
                    "of the device's {} MiB; give the cache's true size with --cache-mib, or choose a smaller --shape",
                    needed >> 20, cache_bytes >> 20, memory_bytes >> 20));
  if (flushes)
    return {.inputs = kFlushedSets,
            .outs = places.apart ? 1 : kFlushedSets,
            .places = places,
            .flush_bytes = cold_bytes / 2,
            .max_batch = kFlushedSets};
  return {
      .inputs = sets, .outs = sets, .places = places, .flush_bytes = 0, .max_batch = in_place ? kInFlight : kMaxBatch};
}

}  // namespace

WorkingSetPlan plan_working_set(const modulus::ModulusDesc& desc, const Conditions& conditions,
                                std::uint64_t memory_bytes, std::uint32_t pick) {
  const bool in_place = desc.over_a || desc.over_b;
  if (conditions.mode == Mode::cold) return plan_cold(desc, in_place, conditions.cache_bytes, memory_bytes, pick);
  const OutPlaces places = plan_out_places(desc, kMaxPlaces, pick);
  const auto in_flight =
      static_cast<std::uint32_t>(std::clamp<std::uint64_t>(memory_bytes / 4 / out_bytes(desc), 1, kInFlight));
  const bool overlaps = conditions.mode == Mode::overlap;
  return {.inputs = 1,
          .outs = (in_place || overlaps) && !places.apart ? in_flight : 1,
          .places = places,
          .in_flight = overlaps ? in_flight : 1,
          .flush_bytes = 0,
          .max_batch = in_place       ? in_flight
                       : places.apart ? static_cast<std::uint32_t>(places.count)
                                      : kMaxBatch};
}

WorkingSet::WorkingSet(Device& device, const modulus::ModulusDesc& desc, const modulus::HostOperands& operands,
                       const WorkingSetPlan& plan)
    : device_(device),
      over_a_(desc.over_a),
      over_b_(desc.over_b),
      places_(plan.places),
      in_flight_(plan.in_flight),
      max_batch_(plan.max_batch),
      is_warm_(!over_a_ && !over_b_ && plan.inputs == 1),
      current_{.as = make_buffers(device, over_a_ ? 0 : plan.inputs, operand_bytes(operands.a), "A"),
               .bs = make_buffers(device, over_b_ ? 0 : plan.inputs, operand_bytes(operands.b), "B"),
               .outs = make_buffers(device, plan.outs, places_.buffer_bytes(), "Out"),
               .places = std::vector<std::uint64_t>(plan.outs),
               .turn = plan.outs,
               .stale = plan.outs} {
  upload(operands);
  if (plan.flush_bytes == 0) return;
  flush_from_ = device.make_buffer(plan.flush_bytes, "flush source");
  flush_to_ = device.make_buffer(plan.flush_bytes, "flush target");
}

std::vector<WorkingSet::Allocation*> WorkingSet::allocations() {
  if (pinned_) return {&current_, &*pinned_};
  return {&current_};
}

void WorkingSet::upload(const modulus::HostOperands& operands) {
  for (const Allocation* allocation : allocations()) {
    upload_all(device_, allocation->as, operands.a);
    upload_all(device_, allocation->bs, operands.b);
  }
}

void WorkingSet::fill(const Buffer& content, std::vector<Copy>& copies) {
  for (const Allocation* allocation : allocations())
    for (const auto& out : allocation->outs) copies.push_back({out.get(), &content});
}

std::vector<Buffer*> WorkingSet::buffers_of(std::size_t operand) const {
  std::vector<Buffer*> buffers;
  for (const auto& buffer : operand == modulus::kTensorA ? current_.as : current_.bs) buffers.push_back(buffer.get());
  return buffers;
}

PerBuffer<BufferAt> WorkingSet::next(Where where) {
  Allocation& from = at(where);
  const std::uint64_t turn = from.turn++;
  const std::uint64_t buffer = turn % from.outs.size();
  from.stale = std::min<std::uint64_t>(from.stale + 1, from.outs.size());
  // Pilots gain nothing from what they find, and libvkd3d takes longer to bind a root descriptor anew than a short
  // launch, though not between the timestamps.
  const std::uint64_t place = where == Where::pinned ? from.places[buffer] : from.places[buffer]++;
  const BufferAt out(from.outs[buffer].get(), places_.offset(place % places_.count));
  return {over_a_ ? out : from.as[turn % from.as.size()].get(), over_b_ ? out : from.bs[turn % from.bs.size()].get(),
          out};
}

PerBuffer<BufferAt> WorkingSet::next_in_first_place() {
  current_.places[current_.turn % current_.outs.size()] = 0;
  return next();
}

void WorkingSet::restore(const Buffer& content, std::uint32_t launches, std::vector<Copy>& copies, Where where) {
  Allocation& in = at(where);
  if (over_a_ || over_b_)
    for (; in.stale > 0; --in.stale) copies.push_back({in.outs[(in.turn - in.stale) % in.outs.size()].get(), &content});
  if (!places_.apart) return;
  in.places.front() = 0;
  copies.push_back({in.outs.front().get(), &content, places_.offset(launches)});
}

void WorkingSet::flush(std::vector<Copy>& copies) {
  if (!flush_from_) return;
  copies.push_back({flush_to_.get(), flush_from_.get()});
  // Memory that was never written may not be backed; copying back and forth makes both real.
  std::swap(flush_from_, flush_to_);
}

void WorkingSet::move() {
  if (std::max(current_.as.size(), current_.bs.size()) > 1) return;
  const std::uint64_t bytes = total_bytes(current_.as) + total_bytes(current_.bs) + total_bytes(current_.outs);
  if ((kAllocations + 2) * bytes > device_.traits().memory_bytes / 4) return;
  // Outs are copied too: memory that was never written may not be backed.
  Allocation next{.as = copies_of(device_, current_.as, "A"),
                  .bs = copies_of(device_, current_.bs, "B"),
                  .outs = copies_of(device_, current_.outs, "Out"),
                  .places = current_.places,
                  .turn = current_.turn,
                  .stale = current_.stale};
  Allocation before = std::exchange(current_, std::move(next));
  if (!pinned_) {
    pinned_ = std::move(before);
    return;
  }
  retired_.push_back(std::move(before));
  if (retired_.size() == kAllocations) retired_.pop_front();
}

}  // namespace modlab::measure
