#pragma once

#include <chrono>

namespace modlab::measure {

/// Wall time since construction. For budgets and overhead; kernels are timed by the device's own clock.
class Stopwatch {
 public:
  [[nodiscard]] double elapsed_ns() const {
    return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace modlab::measure
