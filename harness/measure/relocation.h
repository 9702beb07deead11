#pragma once

#include <cstddef>
#include <deque>
#include <vector>

#include "harness/measure/workbench.h"

namespace modlab {

/// Moves tensors and kernels around in memory between the rounds of a comparison. The same kernel runs a per cent or
/// two faster or slower from one place to the next: samples of one place agree on a figure that the next run, in other
/// places, does not find again. Samples of many places have that in their interval.
class Relocation {
 public:
  /// Keeps the kernels where they are in their vector, and makes them anew there.
  Relocation(Workbench& bench, std::vector<PreparedKernel>& kernels) : bench_(bench), kernels_(kernels) {}

  /// Before each round: the buffers in another place and, every few rounds, the kernels too; all met once, untimed.
  /// Where kernels are made ahead and the next ones are not ready, these stay for another round.
  void before_round();

 private:
  void renew_kernels();
  void expect_kernels();

  Workbench& bench_;
  std::vector<PreparedKernel>& kernels_;
  std::deque<std::vector<PreparedKernel>> worn_;  ///< else new kernels would be put where these were
  std::size_t rounds_here_ = 0;
};

}  // namespace modlab
