#pragma once

#include <filesystem>
#include <memory>

namespace modlab::d3d12 {

/// A capture of what a device does between begin() and end(), written to a file.
class Capture {
 public:
  Capture() = default;
  Capture(const Capture&) = delete;
  Capture& operator=(const Capture&) = delete;
  virtual ~Capture() = default;

  /// Both throw Error where the capture is refused.
  virtual void begin() = 0;
  virtual void end() = 0;
};

/// A capture by PIX, which must be loaded into the process before any device is created; this loads it. Throws Error
/// where PIX is not installed.
std::unique_ptr<Capture> make_pix_capture(const std::filesystem::path& file);

}  // namespace modlab::d3d12
