#include "harness/measure/relocation.h"

#include <algorithm>
#include <utility>

namespace modlab {
namespace {

/// Rounds before a kernel is moved. Recreating it takes a driver longer than a round.
constexpr std::size_t kRoundsPerAddress = 3;
/// Generations of earlier kernels that are kept.
constexpr std::size_t kRetired = 4;

}  // namespace

void Relocation::before_round() {
  workbench_.move_buffers();
  if (rounds_since_move_ < kRoundsPerAddress || workbench_.is_preparing()) {
    static_cast<void>(workbench_.time(kernels_.front(), 1));
  } else {
    recreate_kernels();
    rounds_since_move_ = 0;
  }
  if (rounds_since_move_ == 0) expect_kernels();
  ++rounds_since_move_;
}

void Relocation::recreate_kernels() {
  std::vector<PreparedKernel> kernels;
  for (const PreparedKernel& kernel : kernels_) kernels.push_back(workbench_.prepare(kernel.variant));
  std::ranges::swap_ranges(kernels_, kernels);
  retired_.push_back(std::move(kernels));
  if (retired_.size() > kRetired) retired_.pop_front();
  for (const PreparedKernel& kernel : kernels_) static_cast<void>(workbench_.time(kernel, 1));
}

/// Prepared while the rounds continue, where there are threads for it.
void Relocation::expect_kernels() {
  std::vector<Variant> variants;
  for (const PreparedKernel& kernel : kernels_) variants.push_back(kernel.variant);
  workbench_.expect(variants);
}

}  // namespace modlab
