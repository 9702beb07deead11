#pragma once

#include <filesystem>

namespace modlab::d3d12 {

/// A capture by PIX of what a device does between begin() and end(), written to a file.
class Capture {
 public:
  /// Loads PIX into the process, which must be before any device is created. Throws Error where it is not installed.
  explicit Capture(const std::filesystem::path& file);

  /// Both throw Error where the capture is refused.
  void begin();
  void end();

 private:
  std::filesystem::path file_;
};

}  // namespace modlab::d3d12
