#pragma once

namespace modlab {

/// Whether a device's GPU may still be at work on what it was given, though nobody waits for it any more. What it reads
/// and writes must not be freed under it, so the buffers, kernels and queues of an abandoned device are left in memory
/// for the process's end to take back: waiting for the GPU might take for ever.
class DeviceFate {
 public:
  [[nodiscard]] bool abandoned() const { return abandoned_; }
  void abandon();

  /// Takes an object that will not be freed, and keeps it where leak checkers see that this is meant.
  static void leave(const void* object);

 private:
  bool abandoned_ = false;
};

}  // namespace modlab
