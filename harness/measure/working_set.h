#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "harness/device/device.h"
#include "harness/measure/mode.h"
#include "harness/measure/out_places.h"
#include "kernels/modulus/data_set.h"
#include "kernels/modulus/modulus.h"
#include "kernels/plan.h"

namespace modlab::measure {

/// How many buffers a mode needs, and how it uses them.
struct WorkingSetPlan {
  std::uint64_t inputs = 1;       ///< copies of A and of B
  std::uint64_t outs = 1;         ///< buffers for Out
  OutPlaces places{};             ///< in each of them
  std::uint32_t in_flight = 1;    ///< launches that may overlap
  std::uint64_t flush_bytes = 0;  ///< read and written before every batch to empty the caches
  std::uint32_t max_batch = 1;    ///< launches before Outs must be restored or caches flushed
};

/// `pick` is that of plan_out_places. Throws Error where `cold` needs more memory than there is.
WorkingSetPlan plan_working_set(const modulus::ModulusDesc& desc, const Conditions& conditions,
                                std::uint64_t memory_bytes, std::uint32_t pick = 0);

/// The sets of buffers that launches use in turn. In place, A or B is Out itself.
class WorkingSet {
 public:
  WorkingSet(Device& device, const modulus::ModulusDesc& desc, const modulus::HostOperands& operands,
             const WorkingSetPlan& plan);

  /// Which buffers: those that move() moves, or those that stay where the first ones were.
  enum class Where { moving, pinned };

  /// The next set. Unless it is pinned, Out is where the launch before, on this buffer, did not leave its result.
  [[nodiscard]] PerBuffer<BufferAt> next(Where where = Where::moving);
  /// The next set with Out in the first place of its buffer.
  [[nodiscard]] PerBuffer<BufferAt> next_in_first_place();
  [[nodiscard]] const OutPlaces& places() const { return places_; }
  [[nodiscard]] std::uint32_t in_flight() const { return in_flight_; }
  [[nodiscard]] std::uint32_t max_batch() const { return max_batch_; }
  /// Whether launches find what the one before left in the caches: neither in `cold` nor where Out is restored.
  [[nodiscard]] bool is_warm() const { return is_warm_; }

  /// Adds copies of a buffer for Out into those that must not be launched on as they are: in place, all used since the
  /// last call, where in `cold` these are the last to be used again, so that what is restored has left the caches by
  /// then; and for places that lie apart, those of the launches to come.
  void restore(const Buffer& content, std::uint32_t launches, std::vector<Copy>& copies, Where where = Where::moving);

  /// Adds copies of it into all buffers for Out.
  void fill(const Buffer& content, std::vector<Copy>& copies);

  /// Writes the operands again.
  void upload(const modulus::HostOperands& operands);

  /// All buffers of A, or of B; none of the operand that Out overwrites.
  [[nodiscard]] std::vector<Buffer*> buffers_of(std::size_t operand) const;

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
    std::vector<std::uint64_t> places;  ///< used so far in each of the outs
    std::uint64_t turn = 0;             ///< sets used so far
    std::uint64_t stale = 0;            ///< how many of the sets before `turn` must be restored
  };
  [[nodiscard]] std::vector<Allocation*> allocations();
  Allocation& at(Where where) { return where == Where::pinned && pinned_ ? *pinned_ : current_; }

  Device& device_;
  bool over_a_;
  bool over_b_;
  OutPlaces places_;
  std::uint32_t in_flight_;
  std::uint32_t max_batch_;
  bool is_warm_;
  Allocation current_;
  std::optional<Allocation> pinned_;    ///< where the buffers were before they first moved
  std::deque<Allocation> retired_;      ///< kept so that new buffers do not get their addresses
  std::unique_ptr<Buffer> flush_from_;  ///< null where nothing is flushed
  std::unique_ptr<Buffer> flush_to_;
};

}  // namespace modlab::measure
