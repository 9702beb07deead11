#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "harness/device/device.h"
#include "harness/measure/mode.h"
#include "harness/measure/workload_data.h"
#include "kernels/data_set.h"
#include "kernels/modulus.h"

namespace modlab {

/// How many buffers a mode needs, and how it uses them.
struct WorkingSetPlan {
  std::uint64_t inputs = 1;  ///< copies of A and of B
  std::uint64_t outs = 1;
  std::uint64_t flush_bytes = 0;  ///< read and written before every batch to empty the caches
  std::uint32_t max_batch = 1;    ///< launches before Outs must be restored or caches flushed
};

/// Throws Error where `cold` needs more memory than there is.
WorkingSetPlan plan_working_set(const ModulusDesc& desc, const Conditions& conditions, std::uint64_t memory_bytes);

/// The sets of buffers that launches use in turn. In place, A or B is Out itself.
class WorkingSet {
 public:
  WorkingSet(Device& device, const ModulusDesc& desc, const HostOperands& operands, const WorkingSetPlan& plan);

  /// Which buffers: those that move() moves, or those that stay where the first ones were.
  enum class Where { moving, pinned };

  /// The next set; it repeats after size() calls.
  [[nodiscard]] Operands next(Where where = Where::moving);
  [[nodiscard]] std::uint64_t size() const { return current_.outs.size(); }
  [[nodiscard]] std::uint32_t max_batch() const { return max_batch_; }

  /// Adds copies that put this content into every Out used since the last call. In `cold`, these are the last to be
  /// used again, so that what is restored has left the caches by then.
  void restore(const Buffer& content, std::vector<Copy>& copies, Where where = Where::moving);

  /// Adds copies that empty the caches, where the sets alone do not exceed them.
  void flush(std::vector<Copy>& copies);

  /// Moves the buffers with their content to other addresses in the device's memory. Does nothing where there is no
  /// room for that, or where a ring of sets already covers many addresses.
  void move();

 private:
  using Buffers = std::vector<std::unique_ptr<Buffer>>;
  struct Allocation {
    Buffers as;
    Buffers bs;
    Buffers outs;
    std::uint64_t turn = 0;   ///< sets used so far
    std::uint64_t stale = 0;  ///< how many of the sets before `turn` must be restored
  };
  Allocation& at(Where where) { return where == Where::pinned && pinned_ ? *pinned_ : current_; }

  Device& device_;
  bool over_a_;
  bool over_b_;
  std::uint32_t max_batch_;
  Allocation current_;
  std::optional<Allocation> pinned_;    ///< where the buffers were before they first moved
  std::deque<Allocation> retired_;      ///< kept so that new buffers do not get their addresses
  std::unique_ptr<Buffer> flush_from_;  ///< null where nothing is flushed
  std::unique_ptr<Buffer> flush_to_;
};

}  // namespace modlab
