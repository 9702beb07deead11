#include "harness/d3d12/recording.h"

#include <algorithm>

namespace modlab {

void Recording::use(const D3d12Buffer& buffer, D3D12_RESOURCE_STATES state) {
  auto used = std::find_if(used_.begin(), used_.end(), [&](const Used& entry) { return entry.buffer == &buffer; });
  if (used == used_.end()) used = used_.insert(used_.end(), {&buffer, D3D12_RESOURCE_STATE_COMMON});
  transition(*used, state);
}

void Recording::finish_earlier_work() {
  D3D12_RESOURCE_BARRIER barrier{};
  barrier.Type = D3D12_RESOURCE_BARRIER_TYPE_UAV;
  barrier.UAV.pResource = nullptr;  // all of them: launches may use different buffers
  list_->ResourceBarrier(1, &barrier);
}

void Recording::run() {
  for (Used& used : used_) transition(used, D3D12_RESOURCE_STATE_COMMON);
  queue_.run();
}

void Recording::transition(Used& used, D3D12_RESOURCE_STATES state) {
  if (used.state == state) return;
  D3D12_RESOURCE_BARRIER barrier{};
  barrier.Type = D3D12_RESOURCE_BARRIER_TYPE_TRANSITION;
  barrier.Transition.pResource = used.buffer->resource();
  barrier.Transition.Subresource = D3D12_RESOURCE_BARRIER_ALL_SUBRESOURCES;
  barrier.Transition.StateBefore = used.state;
  barrier.Transition.StateAfter = state;
  list_->ResourceBarrier(1, &barrier);
  used.state = state;
}

}  // namespace modlab
