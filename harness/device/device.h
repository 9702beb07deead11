#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "harness/device/per_buffer.h"
#include "kernels/device_traits.h"
#include "kernels/plan.h"

namespace modlab {

/// Device memory. The Device that made it must outlive it.
class Buffer {
 public:
  Buffer() = default;
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  virtual ~Buffer() = default;

  [[nodiscard]] virtual std::uint64_t bytes() const = 0;
};

/// What a launch runs: a plan's shader, bytecode that the device accepted, or a peer's operator. The Device must
/// outlive it.
class Kernel {
 public:
  Kernel() = default;
  Kernel(const Kernel&) = delete;
  Kernel& operator=(const Kernel&) = delete;
  virtual ~Kernel() = default;
};

/// A place in a buffer, where what a kernel binds begins.
struct BufferAt {
  BufferAt() = default;
  BufferAt(Buffer* in, std::uint64_t at = 0) : buffer(in), offset(at) {}  // NOLINT: a buffer is a place in it
  [[nodiscard]] BufferAt plus(std::uint64_t bytes) const { return {buffer, offset + bytes}; }

  auto operator<=>(const BufferAt&) const = default;

  Buffer* buffer = nullptr;
  std::uint64_t offset = 0;  ///< in bytes, a multiple of 16
};

/// One run of a kernel: a dispatch for each slice of its plan, or of a plan that differs only in their constants. A
/// peer's operator has no slices.
struct Launch {
  const Kernel* kernel;
  PerBuffer<BufferAt> buffers;
  std::span<const Slice> slices;
  bool overlaps_previous = false;  ///< may run together with the launch before it, whose results it must not need
};

/// Copies a buffer, or its beginning, into another.
struct Copy {
  BufferAt to;
  const Buffer* from;
  std::uint64_t bytes = ~std::uint64_t{0};  ///< at most
};

/// Reads back a buffer, in whole or in part.
struct ReadBack {
  std::span<std::byte> to;
  const Buffer* from = nullptr;  ///< null: nothing to read
  std::uint64_t first = 0;       ///< byte of the buffer
};

/// What a device does in one submission, in the order of copies_before, launches, checks and read_after.
struct Batch {
  std::span<const Launch> launches;       ///< what is timed
  std::span<const Copy> copies_before{};  ///< one after the other, finished before the clock starts
  std::span<const Launch> checks{};       ///< once the clock has stopped
  ReadBack read_after{};                  ///< once all launches are finished
};

/// A GPU as the lab uses it. Every call is finished when it returns. Calls throw VariantFailure with device_refused,
/// device_lost or timed_out; after the last two the device is unusable and must be recreated.
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
  /// Reads a buffer from byte `first`.
  virtual void read_back(std::span<std::byte> to, const Buffer& from, std::uint64_t first = 0) = 0;

  [[nodiscard]] virtual std::unique_ptr<Kernel> make_kernel(const Plan& plan, std::span<const std::byte> bytecode) = 0;

  /// Timestamp ticks from before the first launch until the last one is finished. Each launch is finished before the
  /// next starts, unless that one may overlap it. Without launches, the cost of an empty pair of timestamps. The
  /// device's clock may stand still: 0 is a valid answer.
  [[nodiscard]] virtual std::uint64_t time(const Batch& batch) = 0;

  /// Names the work that follows, up to the end of the phase, in captures. Phases nest.
  virtual void begin_phase(std::string_view name) = 0;
  virtual void end_phase() = 0;
};

/// A phase of a device's work, for as long as this lives.
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
