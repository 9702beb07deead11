#include "harness/measure/stray_guard.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "harness/measure/out_places.h"
#include "kernels/buffer_plans.h"

namespace modlab::measure {
namespace {

/// A GPU compares so much in less than a millisecond; of a software adapter it is read back for every kernel.
constexpr std::uint64_t kMostBytes = 512 << 20;
constexpr std::uint64_t kMostBytesOfSoftware = 16 << 20;
constexpr std::uint64_t kMemoryShare = 32;

constexpr std::uint64_t kFillBytes = 4 << 20;

std::uint64_t guard_bytes_on(const DeviceTraits& device) {
  const std::uint64_t most = device.software ? kMostBytesOfSoftware : kMostBytes;
  return std::min(most, device.memory_bytes / kMemoryShare) / kGuardBytes * kGuardBytes;
}

bool is_touched(std::byte byte) { return byte != kGuardByte; }

bool is_whole(const std::vector<std::byte>& guard) {
  return guard.empty() ||
         (!is_touched(guard.front()) && std::memcmp(guard.data(), guard.data() + 1, guard.size() - 1) == 0);
}

}  // namespace

StrayGuard::StrayGuard(Device& device, std::uint64_t image_bytes, std::string name)
    : device_(device),
      name_(std::move(name)),
      image_bytes_(image_bytes),
      guard_bytes_(guard_bytes_on(device.traits())),
      buffer_(device.make_buffer(image_bytes + 2 * guard_bytes_, name_ + " and guards")) {
  fill();
}

void StrayGuard::fill() {
  const std::uint64_t bytes = std::min(kFillBytes, buffer_->bytes());
  const auto part = device_.make_buffer(bytes, "guard");
  device_.upload(*part, std::vector(bytes, kGuardByte));
  std::vector<Copy> copies;
  for (std::uint64_t first = 0; first < buffer_->bytes(); first += bytes)
    copies.push_back({{buffer_.get(), first}, part.get(), buffer_->bytes() - first});
  static_cast<void>(device_.time({.launches = {}, .copies_before = copies}));
}

void StrayGuard::compare(Equality& equality, std::vector<Launch>& launches) const {
  // Each guard with itself, a vector off, up to the vector of the image that it touches.
  const BufferAt before(buffer_.get());
  const BufferAt behind(buffer_.get(), guard_bytes_ + image_bytes_ - kBufferVectorBytes);
  for (const BufferAt& guard : {before, behind})
    launches.push_back(equality.compare(guard, guard.plus(kBufferVectorBytes), guard_bytes_));
}

std::optional<std::string> StrayGuard::find_stray() const {
  std::vector<std::byte> guard(guard_bytes_);
  device_.read_back(guard, *buffer_, guard_bytes_ + image_bytes_);
  if (!is_whole(guard))
    return fmt::format("{} bytes past the end of {}",
                       std::ranges::find_if(guard, is_touched) - guard.begin() + std::ptrdiff_t{kGuardBytes}, name_);
  device_.read_back(guard, *buffer_);
  if (!is_whole(guard))
    return fmt::format(
        "{} bytes before {}",
        std::find_if(guard.rbegin(), guard.rend(), is_touched) - guard.rbegin() + std::ptrdiff_t{kGuardBytes} + 1,
        name_);
  return std::nullopt;
}

}  // namespace modlab::measure
