#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/compile/compiler.h"
#include "harness/device/device.h"
#include "harness/measure/equality.h"
#include "harness/measure/prepare_ahead.h"
#include "harness/measure/stray_guard.h"
#include "harness/measure/transfer.h"
#include "harness/measure/working_set.h"
#include "harness/measure/workload_data.h"
#include "kernels/comparison.h"

namespace modlab::measure {

/// Decides whether what kernels leave in the outputs, and around them, is right.
class Gate {
 public:
  /// The workload and the data must outlive it, less what is before the launches, which it takes.
  Gate(Device& device, compile::Compiler& compiler, const ShaderSources& sources, const Workload& workload,
       const PlanLimits& limits, WorkloadData& data, WorkingSet& buffers);

  /// What the buffers of each output hold before they are launched on.
  [[nodiscard]] InitialContents initial() const { return results_.initial; }

  /// Poisons the outputs, launches the kernel once and compares every element with the reference, or bit by bit with
  /// the result of a kernel that passed, where that is equivalent and cheaper. Throws VariantFailure with wrong_result
  /// where the result is outside the candidate's accuracy class or the kernel wrote beside its tensors.
  Comparison verify(const PreparedKernel& prepared, std::span<const Slice> slices);

  /// Likewise for who is not believed: between guards as large as memory allows, and with a look at the inputs.
  Comparison verify_closely(const PreparedKernel& prepared, std::span<const Slice> slices);

  /// Throws VariantFailure with wrong_result where an input is not what it was, having mended it.
  void check_inputs();

  /// What compares the outputs of a batch's last launch once the clock has stopped, and leaves the caches as that did.
  struct Check {
    const PreparedKernel* prepared;
    Launch last;
    std::vector<Launch> launches{};
    ReadBack read_after{};
  };
  /// Adds what must be copied before the batch.
  [[nodiscard]] Check make_check(const PreparedKernel& prepared, const Launch& last, std::vector<Copy>& copies);
  /// Throws VariantFailure with wrong_result where the batch left wrong results.
  void finish(const Check& check);

 private:
  /// What a kernel left in an output, and how it compared with the reference.
  struct Proof {
    std::unique_ptr<Buffer> image{};  ///< on the device, or
    Content storage{};                ///< where nothing compares there
    Comparison comparison{};
  };
  using Proofs = std::vector<Proof>;  ///< of each output
  /// What kernels of one kind leave.
  struct Expected {
    std::vector<std::unique_ptr<Buffer>> buffers{};  ///< of each output, what all places of a buffer hold before
    std::vector<const Buffer*> initial{};            ///< the same
    std::map<std::string, Proofs> proofs{};          ///< the first results that passed
  };
  [[nodiscard]] const OutputPlan& plan_of(std::size_t output) const { return buffers_.outputs()[output]; }
  [[nodiscard]] const Operand& operand_of(std::size_t output) const;
  [[nodiscard]] std::size_t output_count() const { return buffers_.outputs().size(); }
  [[nodiscard]] BufferAt place_of(std::size_t output, const PerBuffer<BufferAt>& buffers) const;
  [[nodiscard]] BufferAt image_of(std::size_t output, const PerBuffer<BufferAt>& buffers) const;
  [[nodiscard]] Expected& expected_of(const PreparedKernel& prepared);
  [[nodiscard]] static Comparison total_of(const Proofs& proofs);
  [[nodiscard]] const Proofs* find_proofs(const PreparedKernel& prepared);
  void make_initial_buffers(Expected& expected, const std::vector<Content>& images);
  void upload(std::size_t output, std::span<const std::byte> image, Buffer& initial);
  void fill_outputs();
  void make_kernels(const PreparedKernel& prepared);
  [[nodiscard]] bool launch(const PreparedKernel& prepared, std::span<const Slice> slices,
                            const PerBuffer<BufferAt>& buffers);
  Comparison compare_images(const PreparedKernel& prepared, const PerBuffer<BufferAt>& buffers);
  [[nodiscard]] Proof compare_image(const PreparedKernel& prepared, std::size_t output, const BufferAt& image);
  Comparison compare_storage(const PreparedKernel& prepared, std::size_t output, std::span<const std::byte> storage,
                             std::string_view when = "") const;
  [[nodiscard]] bool can_compare_on_device(const Proofs* known) const;
  void compare_on_device(const Launch& last, const Proofs& known, std::vector<Launch>& launches);
  void look_closer(const Check& check);
  void look_for_strays();
  [[nodiscard]] bool are_inputs_whole();
  [[nodiscard]] bool holds(std::span<Buffer* const> buffers, std::span<const std::byte> content);
  [[nodiscard]] std::span<std::byte> room(std::size_t output);
  [[nodiscard]] std::span<std::byte> storage_room(std::size_t output);
  void mend();

  Device& device_;
  compile::Compiler& compiler_;
  const ShaderSources& sources_;
  const Workload& workload_;
  PlanLimits limits_;
  const Contents& contents_;
  WorkingSet& buffers_;
  Expected results_;
  Expected copies_;
  std::optional<Equality> equality_;
  std::vector<Transfer> transfers_;  ///< of each output's image
  bool has_kernels_ = false;
  std::unique_ptr<std::byte[]> room_;                 ///< for an image
  std::vector<StrayGuard> guards_;                    ///< of each output; made on first use, as is the rest
  std::vector<std::unique_ptr<Buffer>> true_inputs_;  ///< what they must hold, where that is compared on the device
};

}  // namespace modlab::measure
