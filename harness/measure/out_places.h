#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/tensor.h"

namespace modlab::measure {

/// What lies around outputs, and in their gaps unless they overwrite an operand: the complement of the gaps of results.
inline constexpr std::byte kGuardByte = ~kGapByte;

/// Guards on both sides of an output: wider than the widest store that starts inside the tensor, and as much as any
/// view's offset must be a multiple of.
inline constexpr std::uint64_t kGuardBytes = 256;

/// An output with its guards: an image of it. In whole vectors, because kernels fill and compare all of it.
std::uint64_t image_bytes(const TensorDesc& out);

/// The places for an output in a buffer. Launches use them in turn, so that none finds its result where it is about to
/// write it: a kernel that computes only what looks wrong gains nothing.
struct OutPlaces {
  std::uint64_t storage_bytes = 0;  ///< of Out
  /// Of a place, from its beginning, what every right launch leaves the same: all elements, and the gaps between them;
  /// 0 where the gaps of one place are not those of the other. Where places lie apart, also the guard behind.
  std::uint64_t known_bytes = 0;
  std::uint64_t count = 1;
  std::uint64_t spacing = 0;
  /// Whether places lie apart and every launch of a batch has its own, poisoned before the clock starts. Otherwise they
  /// overlap, and what a launch finds is the result of the one before, a spacing off.
  bool apart = false;

  [[nodiscard]] std::uint64_t offset(std::uint64_t place) const { return kGuardBytes + place * spacing; }
  [[nodiscard]] std::uint64_t buffer_bytes() const;
};

/// For batches of up to `launches`. A single place where it is restored: each launch has a buffer of its own. `pick`
/// chooses among the possible spacings: a kernel that knew it could look for its result there.
OutPlaces plan_out_places(const TensorDesc& out, bool is_restored, std::uint64_t launches, std::uint32_t pick = 0);

}  // namespace modlab::measure
