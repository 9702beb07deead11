#include "harness/d3d12/command_list.h"

#include <utility>

#include "harness/d3d12/check.h"
#include "harness/d3d12/events.h"

namespace modlab::MODLAB_D3D12 {

CommandList::CommandList(ID3D12Device* device, D3D12_COMMAND_LIST_TYPE type) : device_(device) {
  check_start(device->CreateCommandAllocator(type, iid_of<ID3D12CommandAllocator>(), allocator_.receive_void()),
              "making a command allocator");
  check_start(device->CreateCommandList(0, type, allocator_.get(), nullptr, iid_of<ID3D12GraphicsCommandList>(),
                                        list_.receive_void()),
              "making a command list");
  name_object(list_.get(), "modlab list");
}

ID3D12GraphicsCommandList* CommandList::begin() {
  if (std::exchange(is_open_, false)) list_->Close();  // whether a list that never runs is valid does not matter
  check(allocator_->Reset(), device_, "resetting the command allocator");
  check(list_->Reset(allocator_.get(), nullptr), device_, "opening the command list");
  is_open_ = true;
  return list_.get();
}

void CommandList::end() {
  if (std::exchange(is_open_, false)) check(list_->Close(), device_, "closing the command list");
}

}  // namespace modlab::MODLAB_D3D12
