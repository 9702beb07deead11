#include "harness/measure/relocation.h"

#include <algorithm>
#include <utility>

namespace modlab {
namespace {

/// Rounds that a kernel stays where it is, at least. Making it anew takes a driver longer than a round.
constexpr std::size_t kRoundsInOnePlace = 3;
/// Earlier kernels that are held.
constexpr std::size_t kWorn = 4;

}  // namespace

void Relocation::before_round() {
  bench_.move_buffers();
  if (rounds_here_ < kRoundsInOnePlace || bench_.is_preparing()) {
    static_cast<void>(bench_.time(kernels_.front(), 1));
  } else {
    renew_kernels();
    rounds_here_ = 0;
  }
  if (rounds_here_ == 0) expect_kernels();
  ++rounds_here_;
}

void Relocation::renew_kernels() {
  std::vector<PreparedKernel> kernels;
  for (const PreparedKernel& kernel : kernels_) kernels.push_back(bench_.prepare(kernel.variant));
  std::ranges::swap_ranges(kernels_, kernels);
  worn_.push_back(std::move(kernels));
  if (worn_.size() > kWorn) worn_.pop_front();
  for (const PreparedKernel& kernel : kernels_) static_cast<void>(bench_.time(kernel, 1));
}

/// Made while the rounds in this place go on, where there are threads for it.
void Relocation::expect_kernels() {
  std::vector<Variant> variants;
  for (const PreparedKernel& kernel : kernels_) variants.push_back(kernel.variant);
  bench_.expect(variants);
}

}  // namespace modlab
