#include "harness/measure/out_places.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include "kernels/buffer_plans.h"
#include "kernels/divide_up.h"
#include "kernels/tensor.h"

namespace modlab::measure {
namespace {

/// Where places overlap, a spacing's bytes are not overwritten by the next launch: at most a 64th of an Out, or where
/// that leaves few spacings to choose from, a 16th. Smaller Outs lie apart.
constexpr std::uint64_t kSmall = 16 << 10;
constexpr std::uint64_t kLargestShare = 16;
constexpr std::uint64_t kUsualShare = 64;
constexpr std::uint64_t kManySpacings = 64;
constexpr std::uint64_t kMaxPick = 1024;  ///< spacings in units of the least one

/// What all places of one buffer may take where they lie apart.
constexpr std::uint64_t kApartBytes = 8 << 20;
constexpr std::uint64_t kFewestApart = 16;  ///< spacings to choose from

/// The bytes from one row to the next where only rows have gaps between them, so that a shift by rows moves gaps onto
/// gaps; nothing for other strides.
std::optional<std::uint64_t> row_pitch(const TensorDesc& out) {
  const std::vector<std::uint64_t> strides = strides_of(out);
  std::uint64_t pitch = 0;
  std::uint64_t next = 1;  // the stride that leaves no gap
  for (std::size_t i = strides.size(); i-- > 0;) {
    if (out.sizes[i] == 1) continue;
    if (strides[i] != next) {
      if (pitch != 0 || strides[i] < next) return std::nullopt;
      pitch = strides[i] * bytes_of(out.type);
    }
    next = strides[i] * out.sizes[i];
  }
  return pitch == 0 ? std::nullopt : std::optional(pitch);
}

/// Up to the end of the last element.
std::uint64_t element_bytes(const TensorDesc& out) {
  std::uint64_t last = 0;
  const std::vector<std::uint64_t> strides = strides_of(out);
  for (std::size_t i = 0; i < strides.size(); ++i) last += (out.sizes[i] - 1) * strides[i];
  return (last + 1) * bytes_of(out.type);
}

std::uint64_t round_up(std::uint64_t bytes, std::uint64_t to) { return divide_up(bytes, to) * to; }

}  // namespace

std::uint64_t image_bytes(const TensorDesc& out) {
  return round_up(kGuardBytes + storage_bytes(out) + kGuardBytes, kBufferVectorBytes);
}

std::uint64_t OutPlaces::buffer_bytes() const {
  return round_up(offset(count - 1) + storage_bytes + kGuardBytes, kBufferVectorBytes);
}

OutPlaces plan_out_places(const TensorDesc& out, bool is_restored, std::uint64_t launches, std::uint32_t pick) {
  OutPlaces places{.storage_bytes = storage_bytes(out), .known_bytes = element_bytes(out)};
  if (is_restored) return places;
  if (places.storage_bytes <= kSmall) {
    const std::uint64_t least = round_up(places.storage_bytes + kGuardBytes, kGuardBytes);
    places.spacing = least + kGuardBytes * (pick % std::max(kFewestApart, least / kGuardBytes));
    places.count = std::clamp<std::uint64_t>(kApartBytes / places.spacing, 1, launches);
    places.apart = true;
    places.known_bytes = places.storage_bytes + kGuardBytes;
    return places;
  }
  places.count = 2;
  const std::uint64_t most = std::max(places.storage_bytes / kUsualShare,
                                      std::min(places.storage_bytes / kLargestShare, kManySpacings * kGuardBytes));
  std::uint64_t least = kGuardBytes;
  if (!is_packed(out)) {
    const std::optional<std::uint64_t> pitch = row_pitch(out);
    const std::uint64_t rows = std::lcm(kBufferVectorBytes, pitch.value_or(most + 1));
    if (rows <= most)
      least = rows;
    else
      places.known_bytes = 0;
  }
  places.spacing = least * (1 + pick % std::clamp<std::uint64_t>(most / least, 1, kMaxPick));
  return places;
}

}  // namespace modlab::measure
