#include "harness/d3d12/queue.h"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "harness/d3d12/check.h"
#include "harness/d3d12/events.h"
#include "harness/device/status.h"
#include "harness/system/hresult.h"
#include "harness/system/interrupt.h"
#include "kernels/error.h"

namespace modlab::MODLAB_D3D12 {
namespace {

// A removed device sets every fence to this.
constexpr std::uint64_t kFenceOfRemovedDevice = ~std::uint64_t{0};

// A software adapter computes on the CPU that the waiting thread runs on, so waiting must not spin. Short lists finish
// within the first naps; longer ones are polled less and less often, by naps that are short compared with the wait so
// far.
constexpr std::chrono::nanoseconds kFirstNap{20'000};
constexpr std::chrono::nanoseconds kMaxNap{1'000'000};
constexpr int kNapsInTheWait = 8;

}  // namespace

Queue::Queue(ID3D12Device* device, std::chrono::milliseconds time_limit) : device_(device), time_limit_(time_limit) {
  if (!create(D3D12_COMMAND_LIST_TYPE_COMPUTE) && !create(D3D12_COMMAND_LIST_TYPE_DIRECT))
    throw Error("this adapter's queues have no timestamps, so nothing can be measured on it: choose another --adapter");
  check_start(device->CreateFence(0, D3D12_FENCE_FLAG_NONE, iid_of<ID3D12Fence>(), fence_.receive_void()),
              "making a fence");
}

bool Queue::create(D3D12_COMMAND_LIST_TYPE type) {
  D3D12_COMMAND_QUEUE_DESC desc{};
  desc.Type = type;
  check_start(device_->CreateCommandQueue(&desc, iid_of<ID3D12CommandQueue>(), queue_.receive_void()),
              "making a command queue");
  UINT64 hz = 0;
  if (FAILED(queue_->GetTimestampFrequency(&hz)) || hz == 0) return false;
  timestamp_hz_ = hz;
  check_start(device_->CreateCommandAllocator(type, iid_of<ID3D12CommandAllocator>(), allocator_.receive_void()),
              "making a command allocator");
  check_start(device_->CreateCommandList(0, type, allocator_.get(), nullptr, iid_of<ID3D12GraphicsCommandList>(),
                                         list_.receive_void()),
              "making a command list");
  recording_ = true;  // lists are created open
  name_object(queue_.get(), "modlab queue");
  name_object(list_.get(), "modlab list");
  return true;
}

ID3D12GraphicsCommandList* Queue::begin() {
  if (recording_) list_->Close();  // whether a list that never runs is valid does not matter
  recording_ = false;
  check(allocator_->Reset(), device_, "resetting the command allocator");
  check(list_->Reset(allocator_.get(), nullptr), device_, "opening the command list");
  recording_ = true;
  return list_.get();
}

void Queue::run() {
  recording_ = false;
  check(list_->Close(), device_, "closing the command list");
  ID3D12CommandList* const lists[] = {list_.get()};
  queue_->ExecuteCommandLists(1, lists);
  check(queue_->Signal(fence_.get(), ++submitted_), device_, "signalling the fence");
  wait(submitted_);
}

void Queue::wait(std::uint64_t value) {
  const auto start = std::chrono::steady_clock::now();
  for (;;) {
    const std::uint64_t completed = fence_->GetCompletedValue();
    if (completed == kFenceOfRemovedDevice) {
      check_alive(device_, "running the command list");
      throw VariantFailure(Status::device_lost, "running the command list lost the device, for no stated reason");
    }
    if (completed >= value) return;
    const std::chrono::nanoseconds waited = std::chrono::steady_clock::now() - start;
    if (waited >= time_limit_) {
      check_alive(device_, "running the command list");
      throw VariantFailure(Status::timed_out, fmt::format("the GPU did not finish within {} ms", time_limit_.count()));
    }
    const std::chrono::nanoseconds nap = std::clamp(waited / kNapsInTheWait, kFirstNap, kMaxNap);
    if (nap == kMaxNap) {
      check_alive(device_, "running the command list");  // some implementations do not signal a lost device's fences
      throw_if_interrupted();
    }
    std::this_thread::sleep_for(nap);
  }
}

}  // namespace modlab::MODLAB_D3D12
