#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "harness/device/device.h"
#include "harness/measure/mode.h"
#include "harness/measure/workload_data.h"
#include "kernels/data_set.h"
#include "kernels/modulus.h"

namespace modlab {

/// How many buffers a mode needs, and what it does with them.
struct WorkingSetPlan {
  std::uint64_t inputs = 1;  ///< copies of A and of B
  std::uint64_t outs = 1;
  std::uint64_t flush_bytes = 0;  ///< read, and written, before every batch to empty the caches
  std::uint32_t max_batch = 1;    ///< launches that may follow each other before Outs are restored or caches flushed
};

/// Throws Error where `cold` asks for more memory than there is.
WorkingSetPlan plan_working_set(const ModulusDesc& desc, const Conditions& conditions, std::uint64_t memory_bytes);

/// The buffers that launches use by turns. In place, A or B is Out itself.
class WorkingSet {
 public:
  WorkingSet(Device& device, const ModulusDesc& desc, const HostOperands& operands, const WorkingSetPlan& plan);

  /// The set whose turn it is; the same again after size() turns.
  [[nodiscard]] Operands next();
  [[nodiscard]] std::uint64_t size() const { return place_.outs.size(); }
  [[nodiscard]] std::uint32_t max_batch() const { return max_batch_; }

  /// Puts this content into every Out that has had its turn since the last call, by copies that are added to these. In
  /// `cold` these come last in turn again, so that what is restored has left the caches before it is used.
  void restore(const Buffer& content, std::vector<Copy>& copies);

  /// Empties the caches where the sets by themselves do not outrun them, likewise.
  void flush(std::vector<Copy>& copies);

  /// Moves the buffers, with what they hold, to other places in the device's memory. Nothing where there is no room for
  /// that, or where a ring of sets is many places already.
  void move();

 private:
  using Buffers = std::vector<std::unique_ptr<Buffer>>;
  struct Place {
    Buffers as;
    Buffers bs;
    Buffers outs;
  };

  Device& device_;
  bool over_a_;
  bool over_b_;
  std::uint32_t max_batch_;
  Place place_;
  std::deque<Place> left_;              ///< where the buffers were before; else these places would be given out again
  std::unique_ptr<Buffer> flush_from_;  ///< none where nothing is to be flushed
  std::unique_ptr<Buffer> flush_to_;
  std::uint64_t turn_ = 0;
  std::uint64_t stale_ = 0;  ///< of the sets before turn_, how many have to be restored
};

}  // namespace modlab
