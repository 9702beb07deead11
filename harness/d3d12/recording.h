#pragma once

#include <string_view>
#include <unordered_map>

#include "harness/d3d12/buffer.h"
#include "harness/d3d12/events.h"
#include "harness/d3d12/queue.h"

namespace modlab::MODLAB_D3D12 {

/// One command list being recorded, with its name in captures and the states of its buffers. Between lists, buffers are
/// in the common state, to which Direct3D 12 decays them by itself; explicit barriers serve implementations that map
/// barriers one to one.
class Recording {
 public:
  Recording(Queue& queue, std::string_view name) : Recording(queue, queue.list(), name) {}
  Recording(Queue& queue, CommandList& list, std::string_view name) : queue_(queue), list_(list) {
    begin_event(list_.begin(), name);
  }

  [[nodiscard]] ID3D12GraphicsCommandList* list() const { return list_.get(); }
  ID3D12GraphicsCommandList* operator->() const { return list(); }

  /// Transitions a buffer to the state its next use needs.
  void use(const D3d12Buffer& buffer, D3D12_RESOURCE_STATES state);

  /// Closes the list. Throws as CommandList::end does.
  void end();
  /// Closes and runs it, and waits for it. Throws as Queue::run does.
  void run();

 private:
  using States = std::unordered_map<const D3d12Buffer*, D3D12_RESOURCE_STATES>;

  void transition(States::value_type& used, D3D12_RESOURCE_STATES state);

  Queue& queue_;
  CommandList& list_;
  States used_;
};

}  // namespace modlab::MODLAB_D3D12
