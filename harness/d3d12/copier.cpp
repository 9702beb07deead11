#include "harness/d3d12/copier.h"

#include "harness/d3d12/slice_commands.h"
#include "kernels/buffer_plans.h"

namespace modlab {
namespace {

/// Smaller copies are soon made either way.
constexpr std::uint64_t kLeastForKernel = std::uint64_t{1} << 20;

const D3d12Buffer& concrete(const Buffer& buffer) { return static_cast<const D3d12Buffer&>(buffer); }

void record_region(Recording& recording, const Copy& copy, std::uint64_t first) {
  const std::uint64_t bytes = copy.from->bytes() - first;
  if (bytes == 0) return;
  const D3d12Buffer& to = concrete(*copy.to);
  const D3d12Buffer& from = concrete(*copy.from);
  recording.use(from, D3D12_RESOURCE_STATE_COPY_SOURCE);
  recording.use(to, D3D12_RESOURCE_STATE_COPY_DEST);
  recording->CopyBufferRegion(to.resource(), first, from.resource(), first, bytes);
  recording.use(to, D3D12_RESOURCE_STATE_COMMON);  // what follows waits for it, whether it uses the buffer or not
}

/// What the kernel copies of it: whole vectors.
std::uint64_t whole_vectors(const Copy& copy) { return copy.from->bytes() / kBufferVectorBytes * kBufferVectorBytes; }

}  // namespace

bool Copier::takes_kernel(const Copy& copy) const { return transfer_ && copy.from->bytes() >= kLeastForKernel; }

void Copier::record(Recording& recording, std::span<const Copy> copies) {
  std::vector<Launch> launches;
  for (const Copy& copy : copies) {
    if (!takes_kernel(copy)) continue;
    const auto slices = slices_.try_emplace(copy.from->bytes(), transfer_slices(copy.from->bytes())).first;
    // A launch has one kind of operands, though this kernel only reads the one.
    launches.push_back({transfer_.get(), {const_cast<Buffer*>(copy.from), nullptr, copy.to}, slices->second});
  }
  launcher_.prepare(recording, launches);
  launcher_.record(recording, launches);
  for (const Copy& copy : copies) record_region(recording, copy, takes_kernel(copy) ? whole_vectors(copy) : 0);
}

}  // namespace modlab
