#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace modlab {

/// How long the last frames took, from their beginning until they could be seen.
class FrameTimes {
 public:
  void add(double seconds);

  [[nodiscard]] bool any() const { return count_ > 0; }
  [[nodiscard]] double last_ms() const;
  /// Of those that are remembered.
  [[nodiscard]] double worst_ms() const;

 private:
  static constexpr std::size_t kRemembered = 240;
  std::array<double, kRemembered> ms_{};
  std::size_t count_ = 0;
};

/// A line on a set of frames: "median 4.1 ms, 95 % 5.0, 99 % 7.2, worst 9.9 (120 frames)".
std::string frame_distribution(std::vector<double> seconds);

}  // namespace modlab
