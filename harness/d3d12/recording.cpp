#include "harness/d3d12/recording.h"

namespace modlab::MODLAB_D3D12 {

void Recording::use(const D3d12Buffer& buffer, D3D12_RESOURCE_STATES state) {
  transition(*used_.try_emplace(&buffer, D3D12_RESOURCE_STATE_COMMON).first, state);
}

void Recording::end() {
  for (auto& used : used_) transition(used, D3D12_RESOURCE_STATE_COMMON);
  end_event(list());
  list_.end();
}

void Recording::run() {
  end();
  queue_.run(list_);
}

void Recording::transition(States::value_type& used, D3D12_RESOURCE_STATES state) {
  auto& [buffer, before] = used;
  if (before == state) return;
  D3D12_RESOURCE_BARRIER barrier{};
  barrier.Type = D3D12_RESOURCE_BARRIER_TYPE_TRANSITION;
  barrier.Transition.pResource = buffer->resource();
  barrier.Transition.Subresource = D3D12_RESOURCE_BARRIER_ALL_SUBRESOURCES;
  barrier.Transition.StateBefore = before;
  barrier.Transition.StateAfter = state;
  list()->ResourceBarrier(1, &barrier);
  before = state;
}

}  // namespace modlab::MODLAB_D3D12
