#pragma once

namespace modlab::d3d12 {

/// Whether a device was abandoned: its GPU may still be working though we no longer wait for it, because waiting might
/// take for ever or the program was interrupted. What the GPU reads and writes must not be freed, so the buffers,
/// kernels and queues of an abandoned device are leaked.
class DeviceFate {
 public:
  [[nodiscard]] bool abandoned() const { return abandoned_; }
  void abandon();

  /// Leaks an object, and keeps a pointer to it so that leak checkers see that this is intended.
  static void leak(const void* object);

 private:
  bool abandoned_ = false;
};

}  // namespace modlab::d3d12
