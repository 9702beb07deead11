#include "harness/d3d12/d3d12_device.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "harness/d3d12/d3d12_kernel.h"
#include "harness/d3d12/driver_settings.h"
#include "harness/d3d12/launcher.h"
#include "harness/d3d12/native.h"
#include "harness/d3d12/pipeline_kernel.h"
#include "harness/d3d12/record_ahead.h"
#include "harness/d3d12/runtime_entry_points.h"
#include "harness/d3d12/slice_commands.h"
#include "harness/d3d12/staging.h"
#include "harness/d3d12/timestamps.h"
#include "harness/d3d12/traits.h"
#include "harness/device/status.h"
#include "harness/system/crash.h"
#include "harness/system/interrupt.h"
#include "harness/system/visible_text.h"
#include "kernels/error.h"

namespace modlab::MODLAB_D3D12 {
namespace {

void require_fit(std::uint64_t transfer_bytes, const Buffer& buffer) {
  if (transfer_bytes > buffer.bytes()) throw std::out_of_range("a transfer is larger than its buffer");
}

void record_copy(Recording& recording, const Copy& copy) {
  const std::uint64_t bytes = std::min(copy.bytes, copy.from->bytes());
  require_fit(copy.to.offset + bytes, *copy.to.buffer);
  const D3d12Buffer& to = concrete(*copy.to.buffer);
  const D3d12Buffer& from = concrete(*copy.from);
  recording.use(from, D3D12_RESOURCE_STATE_COPY_SOURCE);
  recording.use(to, D3D12_RESOURCE_STATE_COPY_DEST);
  recording->CopyBufferRegion(to.resource(), copy.to.offset, from.resource(), 0, bytes);
  recording.use(to, D3D12_RESOURCE_STATE_COMMON);  // all that follows waits for it, even if it does not use the buffer
}

/// A list's name in captures. Nothing is named between the launches, where it would be timed.
std::string name_of(std::span<const Launch> launches) {
  if (launches.empty()) return "an empty pair of timestamps";
  const auto name = [](const Launch& launch) { return static_cast<const D3d12Kernel&>(*launch.kernel).name(); };
  if (launches.size() == 1) return name(launches.front());
  const bool alike = launches.front().kernel == launches.back().kernel;
  return alike ? fmt::format("{} x {}", launches.size(), name(launches.front()))
               : fmt::format("{} and {}", name(launches.front()), name(launches.back()));
}

class D3d12Device final : public Device {
 public:
  D3d12Device(std::shared_ptr<const Runtime> runtime, const DeviceRequest& request) : runtime_(std::move(runtime)) {
    const auto adapters = runtime_->adapters();
    const Adapter& adapter = select_adapter(adapters, request.adapter);
    subject_.emplace(visible_text(fmt::format("the adapter {}, driver {}", adapter.name, adapter.driver)));
    device_ = runtime_->create_device(adapter);
    background_.emplace(device_.get());
    if (request.stable_power) stable_power_.emplace(device_.get());
    traits_ = query_traits(device_.get(), adapter, runtime_->description());
    traits_.background_processing = background_->state();
    try {
      parts_ = std::make_unique<Parts>(device_.get(), request, traits_.software);
    } catch (const VariantFailure& failure) {  // no variant is involved yet
      throw Error(failure.what());
    }
    traits_.timestamp_hz = parts_->queue.timestamp_hz();
    records_ahead_ = request.record_ahead.value_or(!traits_.software);
  }

  ~D3d12Device() override {
    if (!fate_->abandoned()) return;
    DeviceFate::leak(parts_.release());
    DeviceFate::leak(device_.detach());
  }

  [[nodiscard]] const DeviceTraits& traits() const override { return traits_; }

  [[nodiscard]] std::unique_ptr<Buffer> make_buffer(std::uint64_t bytes, std::string_view name) override {
    return std::make_unique<D3d12Buffer>(device_.get(), bytes, name, fate_);
  }

  void upload(Buffer& to, std::span<const std::byte> from) override {
    require_fit(from.size(), to);
    guarded([&] { parts_->staging.upload(parts_->queue, concrete(to), from); });
  }

  void copy(Buffer& to, const Buffer& from) override {
    guarded([&] {
      Recording recording(parts_->queue, "copy");
      record_copy(recording, {.to = &to, .from = &from});
      recording.run();
    });
  }

  void read_back(std::span<std::byte> to, const Buffer& from, std::uint64_t first) override {
    require_fit(first + to.size(), from);
    guarded([&] { parts_->staging.read_back(parts_->queue, to, concrete(from), first); });
  }

  [[nodiscard]] std::unique_ptr<Kernel> make_kernel(const Plan& plan, std::span<const std::byte> bytecode) override {
    return std::make_unique<PipelineKernel>(device_.get(), *runtime_, plan, bytecode, fate_);
  }

  [[nodiscard]] Native native() { return {device_.get(), parts_->queue, fate_}; }

  [[nodiscard]] std::uint64_t time(const Batch& batch) override {
    const ReadBack& after = batch.read_after;
    if (after.from != nullptr) require_fit(after.first + after.to.size(), *after.from);
    guarded([&] {
      if (records_ahead_ && RecordAhead::serves(batch)) {
        parts_->ahead.run(batch, [&](CommandList& list, Launcher& launcher) {
          Recording recording(parts_->queue, list, name_of(batch.launches));
          record_batch(recording, launcher, batch);
          recording.end();
        });
        return;
      }
      Recording recording(parts_->queue, name_of(batch.launches));
      record_batch(recording, parts_->launcher, batch);
      if (after.from == nullptr) {
        recording.run();
        return;
      }
      const D3d12Buffer& from = concrete(*after.from);
      const std::uint64_t fetched = parts_->staging.record_fetch(recording, from, after.first, after.to.size());
      recording.run();
      parts_->staging.take(after.to.first(fetched));
      parts_->staging.read_back(parts_->queue, after.to.subspan(fetched), from, after.first + fetched);
    });
    return parts_->timestamps.ticks();
  }

  void begin_phase(std::string_view name) override { begin_event(parts_->queue.get(), name); }
  void end_phase() override { end_event(parts_->queue.get()); }

 private:
  /// All that the GPU may use while a list runs, apart from buffers and kernels.
  struct Parts {
    Parts(ID3D12Device* device, const DeviceRequest& request, bool is_software)
        : queue(device, request.time_limit, is_software),
          staging(device, request.staging_bytes),
          launcher(device),
          ahead(device, queue),
          timestamps(device) {}

    Queue queue;
    Staging staging;
    Launcher launcher;
    RecordAhead ahead;
    TimestampPair timestamps;
  };

  /// All but what is read back.
  void record_batch(Recording& recording, Launcher& launcher, const Batch& batch) const {
    for (const Copy& copy : batch.copies_before) record_copy(recording, copy);
    launcher.prepare(recording, {batch.launches, batch.checks});
    finish_earlier_work(recording.list());
    parts_->timestamps.start(recording.list());
    launcher.record(recording, batch.launches);
    parts_->timestamps.stop(recording.list());
    launcher.record(recording, batch.checks);
  }

  /// Runs work that submits a list, and abandons the device when the list is not waited for to its end.
  template <typename Work>
  void guarded(const Work& work) {
    try {
      work();
    } catch (const VariantFailure& failure) {
      if (failure.status() == Status::timed_out) fate_->abandon();
      throw;
    } catch (const Interrupted&) {
      fate_->abandon();
      throw;
    }
  }

  std::shared_ptr<const Runtime> runtime_;
  std::optional<CrashSubject> subject_;
  std::shared_ptr<DeviceFate> fate_ = std::make_shared<DeviceFate>();
  ComPtr<ID3D12Device> device_;
  std::optional<BackgroundProcessing> background_;
  std::optional<StablePower> stable_power_;
  DeviceTraits traits_;
  bool records_ahead_ = false;
  std::unique_ptr<Parts> parts_;
};

class DevicesOfRuntime final : public Implementation {
 public:
  explicit DevicesOfRuntime(std::unique_ptr<Runtime> runtime) : runtime_(std::move(runtime)) {}

  [[nodiscard]] const std::string& description() const override { return runtime_->description(); }
  [[nodiscard]] std::vector<Adapter> adapters() const override { return runtime_->adapters(); }
  [[nodiscard]] std::unique_ptr<Device> make_device(const DeviceRequest& request) const override {
    return std::make_unique<D3d12Device>(runtime_, request);
  }

 private:
  std::shared_ptr<const Runtime> runtime_;
};

}  // namespace

Native native_of(Device& device) {
  if (auto* const ours = dynamic_cast<D3d12Device*>(&device)) return ours->native();
  throw Error(fmt::format("{} is no device of Direct3D 12", device.traits().adapter));
}

std::unique_ptr<Implementation> implementation_of(std::unique_ptr<Runtime> runtime) {
  return std::make_unique<DevicesOfRuntime>(std::move(runtime));
}

}  // namespace modlab::MODLAB_D3D12
