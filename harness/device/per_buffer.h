#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <initializer_list>

namespace modlab {

/// Several times what any of our kernels binds.
inline constexpr std::size_t kMaxBuffers = 16;

/// A value for each buffer that a launch binds, by the buffer's number. It holds them itself: a batch has thousands of
/// launches, none of which should allocate.
template <typename Value>
class PerBuffer {
 public:
  PerBuffer() = default;
  PerBuffer(std::initializer_list<Value> values) {
    for (const Value& value : values) push_back(value);
  }

  /// Throws std::out_of_range where there are kMaxBuffers already.
  void push_back(const Value& value) {
    values_.at(count_) = value;
    ++count_;
  }

  [[nodiscard]] Value& operator[](std::size_t buffer) { return values_[buffer]; }
  [[nodiscard]] const Value& operator[](std::size_t buffer) const { return values_[buffer]; }
  [[nodiscard]] std::size_t size() const { return count_; }
  [[nodiscard]] const Value* begin() const { return values_.data(); }
  [[nodiscard]] const Value* end() const { return values_.data() + count_; }

  friend bool operator==(const PerBuffer& x, const PerBuffer& y) { return std::ranges::equal(x, y); }
  friend auto operator<=>(const PerBuffer& x, const PerBuffer& y) {
    return std::lexicographical_compare_three_way(x.begin(), x.end(), y.begin(), y.end());
  }

 private:
  std::array<Value, kMaxBuffers> values_{};
  std::size_t count_ = 0;
};

}  // namespace modlab
