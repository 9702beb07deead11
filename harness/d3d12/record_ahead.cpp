#include "harness/d3d12/record_ahead.h"

#include <algorithm>
#include <span>
#include <utility>

#include "harness/d3d12/d3d12_kernel.h"

namespace modlab::MODLAB_D3D12 {
namespace {

/// Two of a kernel whose batches alternate between places for Out, those of the pilots, and what is timed once between.
constexpr std::size_t kHeld = 8;

/// All that tells batches apart. Pointers do not: what they point to may be gone, and others have its address.
class Words {
 public:
  explicit Words(const Batch& batch) {
    add(batch.copies_before.size());
    for (const Copy& copy : batch.copies_before) {
      add(copy.to);
      add(concrete(*copy.from).serial().value());
      add(copy.bytes);
    }
    std::span<const Slice> slices;
    for (const Launch& launch : batch.launches) {
      add(static_cast<const D3d12Kernel&>(*launch.kernel).serial().value());
      add(launch.buffers.size());
      for (const BufferAt& place : launch.buffers) add(place);
      const bool alike = launch.slices.data() == slices.data() && launch.slices.size() == slices.size();
      add((launch.overlaps_previous ? 1u : 0u) + (alike ? 2u : 0u));
      if (!alike) add(launch.slices);
      slices = launch.slices;
    }
  }

  [[nodiscard]] std::vector<std::uint64_t> take() && { return std::move(words_); }

 private:
  void add(std::uint64_t word) { words_.push_back(word); }
  void add(const BufferAt& place) {
    add(concrete(*place.buffer).serial().value());
    add(place.offset);
  }
  void add(std::span<const Slice> slices) {
    add(slices.size());
    for (const Slice& slice : slices) {
      add(slice.ranges.size());
      for (const ByteRange& range : slice.ranges) {
        add(range.first);
        add(range.bytes);
      }
      add(slice.waits ? 1u : 0u);
      for (const std::uint32_t groups : slice.grid) add(groups);
      add(slice.constants.size());
      for (const std::uint32_t constant : slice.constants) add(constant);
    }
  }

  std::vector<std::uint64_t> words_;
};

}  // namespace

RecordAhead::RecordAhead(ID3D12Device* device, Queue& queue)
    : queue_(queue), running_{.list = queue.make_list(), .launcher = Launcher(device)} {
  batches_.reserve(kHeld);
  for (std::size_t i = 0; i < kHeld; ++i) batches_.push_back({.list = queue.make_list(), .launcher = Launcher(device)});
}

bool RecordAhead::serves(const Batch& batch) {
  return !batch.launches.empty() && batch.checks.empty() && batch.read_after.from == nullptr;
}

void RecordAhead::run(const Batch& batch, const Record& record) {
  Recorded& next = find_or_record(Words(batch).take(), record);
  std::swap(next, running_);
  next.words.clear();
  next.used = ++calls_;
  queue_.submit(running_.list);
  try {
    record(next.list, next.launcher);
    next.words = std::move(running_.words);
  } catch (...) {
    // The list that runs must be waited for. A device that is lost, it finds lost too.
  }
  queue_.finish();
}

RecordAhead::Recorded& RecordAhead::find_or_record(std::vector<std::uint64_t> words, const Record& record) {
  const auto held = std::ranges::find(batches_, words, &Recorded::words);
  if (held != batches_.end()) return *held;
  Recorded& oldest = *std::ranges::min_element(batches_, {}, &Recorded::used);
  oldest.words.clear();
  record(oldest.list, oldest.launcher);
  oldest.words = std::move(words);
  return oldest;
}

}  // namespace modlab::MODLAB_D3D12
