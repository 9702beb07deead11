#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace modlab::gui {

/// How long the last frames took, from start to display.
class FrameTimes {
 public:
  void add(double seconds);

  [[nodiscard]] bool any() const { return count_ > 0; }
  [[nodiscard]] double last_ms() const;
  /// Of the last kRemembered frames.
  [[nodiscard]] double worst_ms() const;

 private:
  static constexpr std::size_t kRemembered = 240;
  std::array<double, kRemembered> ms_{};
  std::size_t count_ = 0;
};

/// A summary of frame times: "median 4.1 ms, 95 % 5.0, 99 % 7.2, worst 9.9 (120 frames)".
std::string frame_distribution(std::vector<double> seconds);

}  // namespace modlab::gui
