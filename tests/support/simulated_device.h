#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "harness/compile/compiler.h"
#include "harness/device/device.h"
#include "harness/device/status.h"
#include "kernels/modulus/data_set.h"
#include "kernels/modulus/plan.h"
#include "kernels/modulus/problem.h"

namespace modlab {

/// How a simulated device behaves.
struct Simulation {
  /// Time of one launch without noise.
  std::function<double(const modulus::Variant&)> latency_ns = [](const modulus::Variant&) { return 1e6; };
  /// What goes wrong with a variant: device_refused when its pipeline is made; wrong_result, device_lost or timed_out
  /// when it runs.
  std::function<std::optional<Status>(const modulus::Variant&)> failure = [](const modulus::Variant&) {
    return std::nullopt;
  };
  /// The same of a plan for a variant or a copy, which says of what workload it is.
  std::function<std::optional<Status>(const modulus::KernelPlan&)> plan_failure = [](const modulus::KernelPlan&) {
    return std::nullopt;
  };
  /// Time of one launch of the arithmetic pilot, at this device time.
  std::function<double(double now_ns)> arithmetic_ns = [](double) { return 1e6; };
  double empty_ns = 5e3;  ///< of a launch that does nothing
  /// What a kernel leaves in Out; by default the reference's result or the copy's.
  std::function<std::vector<std::byte>(const modulus::ModulusDesc&, const modulus::HostOperands&)> compute{};
  double noise = 0;           ///< standard deviation of a launch's time, as a share of it
  bool skewed = false;        ///< the noise only lengthens, most launches by less than its mean
  double location_noise = 0;  ///< the same for a constant factor per address, of each kernel and each operand
  double drift = 0;           ///< how much slower each launch is than the previous one, as a share
  double clock_step_ns = 1;   ///< the clock jumps by this much
  double empty_pair_ns = 10;
  /// How much slower everything is at this device time: throttling, or a busy neighbour.
  std::function<double(double now_ns)> slowdown = [](double) { return 1.0; };
  double idle_slowdown = 1;           ///< how much slower the device is after a read-back, which leaves it idle
  double warm_up_ns = 1e6;            ///< work until the device is fast again
  double overlap_share = 1;           ///< the time that an overlapping launch adds, as a share of its own
  std::uint64_t cache_bytes = ~0ull;  ///< the most recently used whole buffers fit
  double miss_share = 0;              ///< how much slower each operand outside the cache makes a launch, as a share
  /// Called before a buffer is made; what it throws is the device's failure.
  std::function<void(std::string_view name)> allocate = [](std::string_view) {};
  /// Sees the operands of every launch.
  std::function<void(const modulus::HostOperands&)> watch = [](const modulus::HostOperands&) {};
  std::uint64_t seed = 1;
};

/// A device without a GPU: results come from the CPU reference, times from a model.
class SimulatedDevice final : public Device {
 public:
  explicit SimulatedDevice(Simulation simulation);

  [[nodiscard]] const DeviceTraits& traits() const override { return traits_; }
  [[nodiscard]] std::unique_ptr<Buffer> make_buffer(std::uint64_t bytes, std::string_view name) override;
  void upload(Buffer& to, std::span<const std::byte> from) override;
  void copy(Buffer& to, const Buffer& from) override;
  void read_back(std::span<std::byte> to, const Buffer& from, std::uint64_t first) override;
  [[nodiscard]] std::unique_ptr<Kernel> make_kernel(const Plan& plan, std::span<const std::byte> bytecode) override;
  [[nodiscard]] std::uint64_t time(const Batch& batch) override;
  void begin_phase(std::string_view name) override;
  void end_phase() override;

  /// Every phase that began, after those it is part of: "confirm > compare 4 kernels in rounds".
  [[nodiscard]] const std::set<std::string>& phases() const { return phases_; }
  [[nodiscard]] bool in_phase() const { return !current_.empty(); }

 private:
  /// What goes wrong with a kernel.
  [[nodiscard]] std::optional<Status> failure_of(const modulus::KernelPlan& plan) const;
  double run(const Launch& launch);
  double draw_location_factor();
  struct Touched {
    const Buffer* buffer;
    std::uint64_t offset;
    std::uint64_t bytes;

    bool operator==(const Touched&) const = default;
    [[nodiscard]] bool contains(const Touched& part) const {
      return buffer == part.buffer && offset <= part.offset && part.offset + part.bytes <= offset + bytes;
    }
  };
  /// Whether the cache holds these bytes of the buffer, from an offset on; afterwards it does.
  bool touch(const Buffer& buffer, std::uint64_t offset, std::uint64_t bytes);

  Simulation simulation_;
  DeviceTraits traits_;
  std::mt19937_64 random_;
  double slowdown_ = 1;
  double now_ns_ = 0;
  double idle_until_ns_ = 0;          ///< when the device last began to work after having been idle
  std::vector<Touched> used_;         ///< most recently used first
  std::set<BufferAt> being_written_;  ///< since the last barrier
  bool lost_ = false;
  std::vector<std::string> current_;  ///< phases that have not ended, the outermost first
  std::set<std::string> phases_;
};

/// A compiler whose bytecode is the request as text; refuses what it is told to refuse.
class SimulatedCompiler final : public compile::Compiler {
 public:
  std::function<bool(const compile::ShaderRequest&)> refuses = [](const compile::ShaderRequest&) { return false; };

  [[nodiscard]] std::vector<CompilerId> ids() const override { return {CompilerId::d3dcompile}; }
  [[nodiscard]] std::string version() const override { return "simulated"; }
  [[nodiscard]] compile::Bytecode compile(const compile::ShaderRequest& request, const ShaderSources& sources) override;
};

}  // namespace modlab
