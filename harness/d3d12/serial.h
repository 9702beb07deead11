#pragma once

#include <atomic>
#include <cstdint>

namespace modlab::MODLAB_D3D12 {

/// Tells an object from every other, also from an earlier one that had its address.
class Serial {
 public:
  Serial() : value_(next()) {}
  [[nodiscard]] std::uint64_t value() const { return value_; }

 private:
  static std::uint64_t next() {
    static std::atomic<std::uint64_t> last{0};
    return ++last;
  }

  std::uint64_t value_;
};

}  // namespace modlab::MODLAB_D3D12
