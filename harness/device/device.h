#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "kernels/device_traits.h"
#include "kernels/plan.h"

namespace modlab {

/// Device memory. Made by, used with and outlived by one Device.
class Buffer {
 public:
  Buffer() = default;
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  virtual ~Buffer() = default;

  [[nodiscard]] virtual std::uint64_t bytes() const = 0;
};

/// A plan's shader made ready to run: bytecode accepted by the device. Outlived by its Device.
class Kernel {
 public:
  Kernel() = default;
  Kernel(const Kernel&) = delete;
  Kernel& operator=(const Kernel&) = delete;
  virtual ~Kernel() = default;
};

struct Operands {
  Buffer* a;
  Buffer* b;
  Buffer* out;
};

/// One run of a kernel: a dispatch for each slice of its plan, or of a plan that differs in their constants alone.
struct Launch {
  const Kernel* kernel;
  Operands operands;
  std::span<const Slice> slices;
  bool beside_previous = false;  ///< may run while the launch before it does, whose results it must not need
};

/// All of one buffer's content put into another.
struct Copy {
  Buffer* to;
  const Buffer* from;
};

/// The beginning of a buffer's content, or all of it, brought to the program.
struct ReadBack {
  std::span<std::byte> to;
  const Buffer* from = nullptr;  ///< where there is something to bring
};

/// What a device does without being asked in between.
struct Batch {
  std::span<const Launch> launches;       ///< what is timed
  std::span<const Copy> copies_before{};  ///< one after the other, and finished before the clock starts
  ReadBack read_behind{};                 ///< when all is finished
};

/// A GPU as the lab uses it. Every call is finished when it returns. Calls throw VariantFailure with device_refused,
/// device_lost or timed_out; after the latter two the device is of no more use and a new one must be made.
class Device {
 public:
  Device() = default;
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;
  virtual ~Device() = default;

  [[nodiscard]] virtual const DeviceTraits& traits() const = 0;

  [[nodiscard]] virtual std::unique_ptr<Buffer> make_buffer(std::uint64_t bytes, std::string_view name) = 0;
  virtual void upload(Buffer& to, std::span<const std::byte> from) = 0;
  virtual void copy(Buffer& to, const Buffer& from) = 0;
  virtual void read_back(std::span<std::byte> to, const Buffer& from) = 0;

  [[nodiscard]] virtual std::unique_ptr<Kernel> make_kernel(const KernelPlan& plan,
                                                            std::span<const std::byte> bytecode) = 0;

  /// Timestamp ticks from before the first launch to after the last one is finished, each launch finished before the
  /// next starts unless that one may run beside it.
  /// Without launches, the cost of an empty pair of timestamps. The device's clock may stand still: 0 is an answer.
  [[nodiscard]] virtual std::uint64_t time(const Batch& batch) = 0;

  /// What follows is a part of the work that a capture shows under this name, until the end of the phase; phases nest.
  virtual void begin_phase(std::string_view name) = 0;
  virtual void end_phase() = 0;
};

/// One phase of a device's work, as long as it lives.
class Phase {
 public:
  Phase(Device& device, std::string_view name) : device_(device) { device_.begin_phase(name); }
  Phase(const Phase&) = delete;
  Phase& operator=(const Phase&) = delete;
  ~Phase() { device_.end_phase(); }

 private:
  Device& device_;
};

}  // namespace modlab
