#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
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

/// Decides whether what kernels leave in Out, and around it, is right.
class Gate {
 public:
  /// The data must outlive it, less what `modulus` and `copy` hold.
  Gate(Device& device, compile::Compiler& compiler, const ShaderSources& sources, const modulus::ModulusDesc& desc,
       const PlanLimits& limits, const modulus::HostOperands& operands, WorkingSet& buffers, OutContent modulus,
       OutContent copy);

  /// What the buffers for Out hold before they are launched on.
  [[nodiscard]] const Buffer& initial() const { return *modulus_.initial; }

  /// Poisons Out, launches the kernel once and compares every element with the reference, or bit by bit with the result
  /// of a kernel that passed, where that is equivalent and cheaper. Throws VariantFailure with wrong_result where the
  /// result is outside the variant's accuracy class or the kernel wrote beside its tensor.
  Comparison verify(const PreparedKernel& prepared, std::span<const Slice> slices);

  /// Likewise for a user's kernel: between guards as large as memory allows, and with a look at the operands.
  Comparison verify_own(const PreparedKernel& prepared, std::span<const Slice> slices);

  /// Throws VariantFailure with wrong_result where an operand is not what it was, having mended it.
  void check_operands();

  /// What compares the Out of a batch's last launch once the clock has stopped, and leaves the caches as that did.
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
  /// A kernel's result, and how it compared with the reference.
  struct Proof {
    std::unique_ptr<Buffer> image{};   ///< on the device, or
    std::vector<std::byte> storage{};  ///< where nothing compares there
    Comparison comparison{};
  };
  /// What a kernel must leave in Out, and what Out holds before.
  struct Expected {
    std::vector<std::byte> result;
    std::unique_ptr<Buffer> initial;        ///< of a buffer with all places for Out
    std::map<std::string, Proof> proofs{};  ///< the first results that passed
  };
  [[nodiscard]] Expected& expected_of(const PreparedKernel& prepared);
  [[nodiscard]] const Proof* find_proof(const PreparedKernel& prepared);
  void upload(std::span<const std::byte> image, Buffer& initial);
  void fill_outs();
  void make_kernels(const Variant& like);
  [[nodiscard]] bool launch(const PreparedKernel& prepared, std::span<const Slice> slices,
                            const PerBuffer<BufferAt>& buffers);
  Comparison compare_image(const PreparedKernel& prepared, const BufferAt& image);
  [[nodiscard]] Comparison compare_storage(const PreparedKernel& prepared, std::span<const std::byte> storage,
                                           std::string_view when = "") const;
  void look_closer(const Check& check);
  void look_for_strays();
  [[nodiscard]] bool are_operands_whole();
  [[nodiscard]] bool holds(std::span<Buffer* const> buffers, std::span<const std::byte> content);
  [[nodiscard]] std::span<std::byte> room();
  void mend();

  Device& device_;
  compile::Compiler& compiler_;
  const ShaderSources& sources_;
  const modulus::ModulusDesc& desc_;
  PlanLimits limits_;
  const modulus::HostOperands& operands_;
  WorkingSet& buffers_;
  Expected modulus_;
  Expected copy_;
  std::optional<Equality> equality_;
  std::optional<Transfer> transfer_;
  bool has_kernels_ = false;
  std::unique_ptr<std::byte[]> room_;  ///< for an image
  std::optional<StrayGuard> guard_;    ///< made on first use, as is the rest
  std::unique_ptr<Buffer> true_a_;     ///< what the operands must hold, where that is compared on the device
  std::unique_ptr<Buffer> true_b_;
};

}  // namespace modlab::measure
