#include "harness/measure/relocation.h"

#include <utility>

#include "harness/device/status.h"

namespace modlab::measure {
namespace {

/// Rounds before a kernel is moved. Recreating it takes a driver longer than a round.
constexpr std::size_t kRoundsPerAddress = 3;
/// Generations of earlier kernels that are kept.
constexpr std::size_t kRetired = 4;

}  // namespace

Relocation::Relocation(Workbench& workbench, std::vector<PreparedKernel>& kernels)
    : workbench_(workbench), kernels_(kernels), moves_(kernels.size(), true) {}

bool Relocation::begin_round() {
  workbench_.move_buffers();
  const bool stay = rounds_ == 0 || (!hurries_ && (rounds_ < kRoundsPerAddress || workbench_.is_preparing()));
  if (stay) {
    static_cast<void>(workbench_.time(kernels_.front(), 1));
  } else {
    recreate_kernels();
    rounds_ = 0;
  }
  if (rounds_++ > 0) return false;
  expect_kernels();
  return true;
}

void Relocation::recreate_kernels() {
  std::vector<PreparedKernel> earlier;
  for (std::size_t i = 0; i < kernels_.size(); ++i) {
    if (!moves_[i]) continue;
    try {
      earlier.push_back(std::exchange(kernels_[i], workbench_.prepare(kernels_[i].candidate)));
    } catch (const VariantFailure& failure) {
      // What was made once and is refused now, for want of memory perhaps, can still be timed where it is.
      if (lost_its_device(failure.status())) throw;
      leave(i);
      continue;
    }
    static_cast<void>(workbench_.time(kernels_[i], 1));
  }
  retired_.push_back(std::move(earlier));
  if (retired_.size() > kRetired) retired_.pop_front();
}

/// Prepared while the rounds continue, where there are threads for it.
void Relocation::expect_kernels() {
  std::vector<Candidate> candidates;
  for (std::size_t i = 0; i < kernels_.size(); ++i)
    if (moves_[i]) candidates.push_back(kernels_[i].candidate);
  workbench_.expect(candidates);
}

}  // namespace modlab::measure
