#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "harness/d3d12/launcher.h"
#include "harness/d3d12/queue.h"
#include "harness/device/device.h"

namespace modlab::MODLAB_D3D12 {

/// Runs batches, and while the GPU works on one, records it again for when it is repeated: a short launch takes longer
/// to record than to run. No list runs twice. Where it lies in memory makes about 1 % of a launch of 5 us, and samples
/// must not share that.
class RecordAhead {
 public:
  /// Throws Error.
  RecordAhead(ID3D12Device* device, Queue& queue);

  /// Whether a batch can be run here: it reads nothing back, and checks, which are seldom repeated, are not in it.
  [[nodiscard]] static bool serves(const Batch& batch);

  /// The launcher gets the descriptors that the list refers to.
  using Record = std::function<void(CommandList& list, Launcher& launcher)>;

  /// Throws as Queue::run does, and what `record` throws.
  void run(const Batch& batch, const Record& record);

 private:
  struct Recorded {
    CommandList list;
    Launcher launcher;
    std::vector<std::uint64_t> words{};  ///< of the batch; none where nothing is recorded
    std::uint64_t used = 0;              ///< in which call
  };
  [[nodiscard]] Recorded& find_or_record(std::vector<std::uint64_t> words, const Record& record);

  Queue& queue_;
  std::vector<Recorded> batches_;
  Recorded running_;
  std::uint64_t calls_ = 0;
};

}  // namespace modlab::MODLAB_D3D12
