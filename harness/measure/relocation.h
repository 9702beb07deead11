#pragma once

#include <cstddef>
#include <deque>
#include <vector>

#include "harness/measure/workbench.h"

namespace modlab::measure {

/// Moves tensors and kernels to other addresses between the rounds of a comparison. The same kernel runs a per cent or
/// two faster or slower from one address to the next: samples taken at one address agree on a figure that the next run,
/// at other addresses, does not reproduce. Rounds at one address are a block, and blocks are what intervals rest on.
class Relocation {
 public:
  /// Recreates the kernels within their vector, so that pointers to them stay valid.
  Relocation(Workbench& workbench, std::vector<PreparedKernel>& kernels);

  /// Moves the buffers and, every few rounds, the kernels; true where it moved the kernels. Where kernels are prepared
  /// ahead and the next ones are not ready, the current ones stay for another round.
  bool begin_round();

  /// Moves the kernels before every round from now on, and waits for them: for as many blocks as possible in few
  /// rounds.
  void hurry() { hurries_ = true; }

  /// Leaves a kernel where it is from now on.
  void leave(std::size_t kernel) { moves_[kernel] = false; }

 private:
  void recreate_kernels();
  void expect_kernels();

  Workbench& workbench_;
  std::vector<PreparedKernel>& kernels_;
  std::vector<bool> moves_;
  std::deque<std::vector<PreparedKernel>> retired_;  ///< kept so that new kernels do not get their addresses
  std::size_t rounds_ = 0;                           ///< at this address
  bool hurries_ = false;
};

}  // namespace modlab::measure
