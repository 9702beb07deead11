#pragma once

#include <filesystem>
#include <memory>

namespace modlab {

/// A capture of GPU work in a file. What a device does from its begin to its end is in it.
class Capture {
 public:
  Capture() = default;
  Capture(const Capture&) = delete;
  Capture& operator=(const Capture&) = delete;
  virtual ~Capture() = default;

  /// Both throw Error where that is refused.
  virtual void begin() = 0;
  virtual void end() = 0;
};

/// By PIX, which this loads into the process and which must be there before any device is made. Throws Error where
/// there is no PIX.
std::unique_ptr<Capture> make_pix_capture(const std::filesystem::path& file);

}  // namespace modlab
