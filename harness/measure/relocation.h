#pragma once

#include <cstddef>
#include <deque>
#include <vector>

#include "harness/measure/workbench.h"

namespace modlab {

/// Moves tensors and kernels to other addresses between the rounds of a comparison. The same kernel runs a per cent or
/// two faster or slower from one address to the next: samples taken at one address agree on a figure that the next run,
/// at other addresses, does not reproduce. With samples from many addresses, the interval includes that spread.
class Relocation {
 public:
  /// Recreates the kernels within their vector, so that pointers to them stay valid.
  Relocation(Workbench& workbench, std::vector<PreparedKernel>& kernels) : workbench_(workbench), kernels_(kernels) {}

  /// Moves the buffers and, every few rounds, the kernels, and launches each kernel once untimed. Where kernels are
  /// prepared ahead and the next ones are not ready, the current ones stay for another round.
  void before_round();

 private:
  void recreate_kernels();
  void expect_kernels();

  Workbench& workbench_;
  std::vector<PreparedKernel>& kernels_;
  std::deque<std::vector<PreparedKernel>> retired_;  ///< kept so that new kernels do not get their addresses
  std::size_t rounds_since_move_ = 0;
};

}  // namespace modlab
