#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/device/device.h"
#include "harness/measure/equality.h"

namespace modlab::measure {

/// A buffer for an image of an output between guards as large as memory allows, for kernels that are not ours: it shows
/// what they write far from it. What lies further away belongs to other buffers, to the driver or to nobody.
class StrayGuard {
 public:
  /// For an image of so many bytes, of an output of this name.
  StrayGuard(Device& device, std::uint64_t image_bytes, std::string name);

  /// Where the image goes.
  [[nodiscard]] BufferAt image() const { return {buffer_.get(), guard_bytes_}; }

  /// Adds launches that find all equal where the guards are whole, given that the image's own are.
  void compare(Equality& equality, std::vector<Launch>& launches) const;

  /// Reads the guards back and says where they were written to, if at all.
  [[nodiscard]] std::optional<std::string> find_stray() const;

  /// Makes the guards whole.
  void fill();

 private:
  Device& device_;
  std::string name_;
  std::uint64_t image_bytes_;
  std::uint64_t guard_bytes_;
  std::unique_ptr<Buffer> buffer_;
};

}  // namespace modlab::measure
