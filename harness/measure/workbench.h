#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "harness/compile/compiler.h"
#include "harness/device/peer.h"
#include "harness/measure/gate.h"
#include "harness/measure/ledger.h"
#include "harness/measure/prepare_ahead.h"
#include "harness/measure/stopwatch.h"
#include "harness/measure/working_set.h"
#include "kernels/buffer_plans.h"
#include "kernels/comparison.h"
#include "kernels/plan.h"
#include "kernels/workload.h"

namespace modlab::measure {

/// Throws Error where the workload, under these conditions, does not fit into the device's memory.
void check_fits(const Workload& workload, const DeviceTraits& device, const Conditions& conditions = {});

/// One workload laid out on one device: operands uploaded, reference computed, ready to run any variant. Throws
/// Interrupted where the program is interrupted, before it prepares, verifies or times a kernel.
class Workbench {
 public:
  /// Prepares kernels ahead on `jobs` threads. The data must be the workload's.
  Workbench(Device& device, compile::Compiler& compiler, const ShaderSources& sources, const Workload& workload,
            WorkloadData data, const PlanLimits& limits = {}, const Conditions& conditions = {}, std::size_t jobs = 0);
  Workbench(Device& device, compile::Compiler& compiler, const ShaderSources& sources, const Workload& workload,
            std::uint64_t seed, const PlanLimits& limits = {}, const Conditions& conditions = {}, std::size_t jobs = 0)
      : Workbench(device, compiler, sources, workload, WorkloadData(workload, seed), limits, conditions, jobs) {}

  /// Is told whose kernel the compiler or the device gets, before it does; with an empty name, that it is one of
  /// several. At least once a second while the device works, so that a listener in another process knows whom to blame
  /// for a crash, and silence from a hang.
  using Listener = std::function<void(std::string_view kernel)>;
  void tell(Listener listener) { listener_ = std::move(listener); }

  /// What makes the kernels of peers; without them, those are refused. They must outlive the workbench.
  void take_peers(const Peers& peers) { peers_ = &peers; }

  /// Refuses these variants from now on, for these reasons: they failed in a way that must not happen again.
  void condemn(std::map<std::string, std::string> variants) { condemned_ = std::move(variants); }

  // What follows throws VariantFailure that names the kernel.

  /// Throws VariantFailure where the compiler or the device refuses.
  [[nodiscard]] PreparedKernel prepare(const Candidate& candidate);

  /// The arithmetic pilot's kernel; time() is all it is for.
  [[nodiscard]] PreparedKernel prepare_arithmetic(const Build& build);
  /// Likewise one that does nothing.
  [[nodiscard]] PreparedKernel prepare_empty(const Build& build);

  /// Announces what will probably be prepared next, soonest first, each as often as it is listed.
  void expect(std::span<const Candidate> candidates);

  /// Whether an expected kernel is not ready yet.
  [[nodiscard]] bool is_preparing() const { return ahead_.is_busy(); }

  /// The gate; see Gate. Who is not believed must also pass on smaller tensors, of the same layout. The kernel may come
  /// from a workbench whose workload differs only in its data set.
  Comparison verify(const PreparedKernel& prepared);

  /// Which batches have what their last launch left compared, once the clock has stopped.
  enum class Checks { some, all };

  /// Timestamp ticks of this many launches, at most max_batch(), under the conditions. No launch finds its own result
  /// in Out. In place, each overwrites an operand of its own, restored before the clock starts: a modulus of a modulus
  /// is different work. Throws VariantFailure where the clock did not move, and with wrong_result where a check fails.
  [[nodiscard]] std::uint64_t time(const PreparedKernel& prepared, std::uint32_t launches,
                                   WorkingSet::Where where = WorkingSet::Where::moving, Checks checks = Checks::some);

  /// To be called after timing: a launch as time() makes it, checked, and a look at the operands of who is not
  /// believed.
  void check(const PreparedKernel& prepared);

  [[nodiscard]] std::uint32_t max_batch() const { return buffers_.max_batch(); }

  /// Moves the tensors to other addresses in the device's memory, where there is room.
  void move_buffers() { buffers_.move(); }

  /// Names the work that follows in captures.
  [[nodiscard]] Phase phase(std::string_view name) { return {device_, name}; }

  [[nodiscard]] const Workload& workload() const { return workload_; }
  [[nodiscard]] const DeviceTraits& device() const { return device_.traits(); }
  /// The time spent so far.
  [[nodiscard]] const Ledger& ledger() const { return ledger_; }

 private:
  /// Does the work for a kernel, and names it in what is thrown.
  template <typename Work>
  auto on_behalf_of(std::string_view kernel, Work work);
  void announce(std::string kernel);
  Comparison run_gate(const PreparedKernel& prepared, bool is_trusted);
  /// The gate on tensors of other shapes and values: a kernel may be made for the workload at hand.
  void run_gate_elsewhere(const PreparedKernel& prepared);
  [[nodiscard]] PreparedKernel prepare_arithmetic(std::string name, const Build& build, const ArithmeticWork& work);
  void refuse_condemned(const std::string& kernel) const;
  /// Thread-safe.
  [[nodiscard]] PreparedKernel make_kernel(const Candidate& candidate, const Plan& plan) const;
  [[nodiscard]] PreparedKernel make_peer_kernel(const Candidate& peer) const;

  Device& device_;
  compile::Compiler& compiler_;
  const ShaderSources& sources_;
  const Peers* peers_ = nullptr;
  Workload workload_;
  PlanLimits limits_;
  WorkloadData data_;
  Mode mode_;
  WorkingSet buffers_;
  Gate gate_;
  std::minstd_rand random_;
  bool are_gaps_stale_ = false;                        ///< a packed copy has written between elements
  std::vector<std::unique_ptr<Workbench>> elsewhere_;  ///< made on first use
  Ledger ledger_;
  Listener listener_;
  std::string announced_;  ///< the kernel that the listener was last told; empty where one of several
  Stopwatch since_announced_;
  std::map<std::string, std::string> condemned_;  ///< kernels, with the reasons
  PrepareAhead ahead_;
};

}  // namespace modlab::measure
