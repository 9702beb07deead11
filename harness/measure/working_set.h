#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "harness/device/device.h"
#include "harness/measure/mode.h"
#include "harness/measure/out_places.h"
#include "kernels/workload.h"

namespace modlab::measure {

/// How many buffers a mode needs of an output.
struct OutputPlan {
  std::size_t operand = 0;
  bool is_restored = false;  ///< an operand lies in it, which launches overwrite
  std::uint64_t buffers = 1;
  OutPlaces places{};  ///< in each of them
};

/// How many buffers a mode needs, and how it uses them.
struct WorkingSetPlan {
  std::uint64_t inputs = 1;  ///< copies of each operand that is only read
  std::vector<OutputPlan> outputs{};
  std::uint32_t in_flight = 1;    ///< launches that may overlap
  std::uint64_t flush_bytes = 0;  ///< read and written before every batch to empty the caches
  std::uint32_t max_batch = 1;    ///< launches before outputs must be restored or caches flushed
};

/// `pick` is that of plan_out_places. Throws Error where `cold` needs more memory than there is.
WorkingSetPlan plan_working_set(std::span<const Operand> operands, const Conditions& conditions,
                                std::uint64_t memory_bytes, std::uint32_t pick = 0);

/// What the buffers of each output hold before they are launched on, in the order of the plan.
using InitialContents = std::span<const Buffer* const>;

/// The sets of buffers that launches use in turn. In place, an operand is an output itself.
class WorkingSet {
 public:
  WorkingSet(Device& device, std::span<const Operand> operands, std::span<const Content> contents,
             const WorkingSetPlan& plan);

  /// Which buffers: those that move() moves, or those that stay where the first ones were.
  enum class Where { moving, pinned };

  /// The next set. Unless it is pinned, outputs are where the launch before, on these buffers, did not leave its
  /// results.
  [[nodiscard]] PerBuffer<BufferAt> next(Where where = Where::moving);
  /// The next set with outputs in the first place of their buffers.
  [[nodiscard]] PerBuffer<BufferAt> next_in_first_place();
  [[nodiscard]] const std::vector<OutputPlan>& outputs() const { return outputs_; }
  [[nodiscard]] std::uint32_t in_flight() const { return in_flight_; }
  [[nodiscard]] std::uint32_t max_batch() const { return max_batch_; }
  /// Whether launches find what the one before left in the caches: neither in `cold` nor where outputs are restored.
  [[nodiscard]] bool is_warm() const { return is_warm_; }

  /// Adds copies into those buffers of outputs that must not be launched on as they are: in place, all used since the
  /// last call, where in `cold` these are the last to be used again, so that what is restored has left the caches by
  /// then; and for places that lie apart, those of the launches to come.
  void restore(InitialContents contents, std::uint32_t launches, std::vector<Copy>& copies,
               Where where = Where::moving);

  /// Adds copies of these into all buffers of outputs.
  void fill(InitialContents contents, std::vector<Copy>& copies);

  /// Writes the operands again.
  void upload(std::span<const Content> contents);

  /// All buffers of an operand that is only read; none of others.
  [[nodiscard]] std::vector<Buffer*> buffers_of(std::size_t operand) const;

  /// Adds copies that empty the caches, where the sets alone do not exceed them.
  void flush(std::vector<Copy>& copies);

  /// Moves the buffers with their content to other addresses in the device's memory. Does nothing where there is no
  /// room for that, or where a ring of sets already covers many addresses.
  void move();

 private:
  using Buffers = std::vector<std::unique_ptr<Buffer>>;
  struct Output {
    Buffers buffers;
    std::vector<std::uint64_t> places;  ///< used so far in each of the buffers
    std::uint64_t stale = 0;            ///< how many of the sets before `turn` must be restored
  };
  struct Allocation {
    std::vector<Buffers> inputs;  ///< by operand; none of others
    std::vector<Output> outputs;
    std::uint64_t turn = 0;  ///< sets used so far
  };
  [[nodiscard]] std::vector<Allocation*> allocations();
  Allocation& at(Where where) { return where == Where::pinned && pinned_ ? *pinned_ : current_; }
  [[nodiscard]] std::string name_of_output(std::size_t output) const {
    return operands_[outputs_[output].operand].name;
  }

  Device& device_;
  std::vector<Operand> operands_;
  std::vector<OutputPlan> outputs_;
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
