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

// Short lists finish within the first naps; longer ones are polled less and less often, by naps that are short compared
// with the wait so far. For a GPU's batches of half a millisecond even the first naps are long.
constexpr std::chrono::nanoseconds kSpin{2'000'000};
constexpr std::chrono::nanoseconds kFirstNap{20'000};
constexpr std::chrono::nanoseconds kMaxNap{1'000'000};
constexpr int kNapsInTheWait = 8;

}  // namespace

Queue::Queue(ID3D12Device* device, std::chrono::milliseconds time_limit, bool is_software)
    : device_(device), time_limit_(time_limit), is_software_(is_software) {
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
  type_ = type;
  list_.emplace(device_, type);
  name_object(queue_.get(), "modlab queue");
  return true;
}

void Queue::submit(const CommandList& list) {
  ID3D12CommandList* const lists[] = {list.get()};
  queue_->ExecuteCommandLists(1, lists);
  check(queue_->Signal(fence_.get(), ++submitted_), device_, "signalling the fence");
}

void Queue::finish() {
  const auto start = std::chrono::steady_clock::now();
  for (;;) {
    const std::uint64_t completed = fence_->GetCompletedValue();
    if (completed == kFenceOfRemovedDevice) {
      check_alive(device_, "running the command list");
      throw VariantFailure(Status::device_lost, "running the command list lost the device, for no stated reason");
    }
    if (completed >= submitted_) return;
    const std::chrono::nanoseconds waited = std::chrono::steady_clock::now() - start;
    if (waited >= time_limit_) {
      check_alive(device_, "running the command list");
      throw VariantFailure(Status::timed_out, fmt::format("the GPU did not finish within {} ms", time_limit_.count()));
    }
    if (!is_software_ && waited < kSpin) {
      std::this_thread::yield();
      continue;
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
