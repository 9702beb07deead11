#include "harness/d3d12/staging.h"

#include <algorithm>
#include <cstring>

#include "harness/d3d12/check.h"
#include "kernels/divide_up.h"
#include "kernels/parallel.h"

namespace modlab::MODLAB_D3D12 {
namespace {

/// On all cores: a single one is slower than the bus to the device.
void copy_bytes(std::byte* to, const std::byte* from, std::uint64_t bytes) {
  constexpr std::uint64_t kUnit = 256;
  parallel_for(divide_up(bytes, kUnit), [=](std::uint64_t, std::uint64_t begin, std::uint64_t end) {
    std::memcpy(to + begin * kUnit, from + begin * kUnit, std::min(end * kUnit, bytes) - begin * kUnit);
  });
}

}  // namespace

void Staging::upload(Queue& queue, const D3d12Buffer& to, std::span<const std::byte> from) {
  if (from.empty()) return;
  fit(to_device_, from.size(), D3D12_HEAP_TYPE_UPLOAD, "upload staging");
  for (std::uint64_t done = 0; done < from.size();) {
    const std::uint64_t part = std::min<std::uint64_t>(to_device_.bytes, from.size() - done);
    copy_bytes(to_device_.memory, from.data() + done, part);
    Recording recording(queue, "upload");
    recording.use(to, D3D12_RESOURCE_STATE_COPY_DEST);
    recording->CopyBufferRegion(to.resource(), done, to_device_.resource.get(), 0, part);
    recording.run();
    done += part;
  }
}

void Staging::read_back(Queue& queue, std::span<std::byte> to, const D3d12Buffer& from, std::uint64_t first) {
  for (std::uint64_t done = 0; done < to.size();) {
    Recording recording(queue, "read back");
    const std::uint64_t part = record_fetch(recording, from, first + done, to.size() - done);
    recording.run();
    take(to.subspan(done, part));
    done += part;
  }
}

std::uint64_t Staging::record_fetch(Recording& recording, const D3d12Buffer& from, std::uint64_t first,
                                    std::uint64_t most) {
  fit(from_device_, most, D3D12_HEAP_TYPE_READBACK, "readback staging");
  const std::uint64_t part = std::min(from_device_.bytes, most);
  recording.use(from, D3D12_RESOURCE_STATE_COPY_SOURCE);
  recording->CopyBufferRegion(from_device_.resource.get(), 0, from.resource(), first, part);
  return part;
}

void Staging::take(std::span<std::byte> to) const { copy_bytes(to.data(), from_device_.memory, to.size()); }

void Staging::fit(Mapped& mapped, std::uint64_t transfer_bytes, D3D12_HEAP_TYPE heap, std::string_view name) {
  const std::uint64_t wanted = std::min(transfer_bytes, bytes_);
  if (mapped.bytes >= wanted) return;
  Mapped larger;
  larger.resource = make_resource(device_, wanted, heap, name);
  larger.bytes = wanted;
  // Stays mapped: both heap types allow it, and every transfer is finished before the memory is touched.
  void* memory = nullptr;
  check(larger.resource->Map(0, nullptr, &memory), device_, "mapping the staging buffer");
  larger.memory = static_cast<std::byte*>(memory);
  mapped = std::move(larger);
}

}  // namespace modlab::MODLAB_D3D12
