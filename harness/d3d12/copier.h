#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "harness/d3d12/launcher.h"
#include "kernels/plan.h"

namespace modlab {

/// Writes copies between buffers in device memory into recordings: the queue's own, or those of a kernel.
class Copier {
 public:
  explicit Copier(ID3D12Device* device) : launcher_(device) {}

  /// Large copies are made by this kernel from now on.
  void copy_with(std::unique_ptr<Kernel> transfer) { transfer_ = std::move(transfer); }

  /// Those of one list, at once; what follows in it finds them made.
  void record(Recording& recording, std::span<const Copy> copies);

 private:
  [[nodiscard]] bool takes_kernel(const Copy& copy) const;

  Launcher launcher_;
  std::unique_ptr<Kernel> transfer_;
  std::map<std::uint64_t, std::vector<Slice>> slices_;  ///< of copies of so many bytes
};

}  // namespace modlab
