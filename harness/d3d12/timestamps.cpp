#include "harness/d3d12/timestamps.h"

#include <fmt/format.h>

#include <array>
#include <cstring>

#include "harness/d3d12/buffer.h"
#include "harness/d3d12/check.h"
#include "harness/d3d12/events.h"
#include "harness/device/status.h"

namespace modlab::MODLAB_D3D12 {
namespace {

using Results = std::array<std::uint64_t, 2>;

}  // namespace

TimestampPair::TimestampPair(ID3D12Device* device)
    : device_(device), results_(make_resource(device, sizeof(Results), D3D12_HEAP_TYPE_READBACK, "timestamps")) {
  D3D12_QUERY_HEAP_DESC desc{};
  desc.Type = D3D12_QUERY_HEAP_TYPE_TIMESTAMP;
  desc.Count = 2;
  check(device->CreateQueryHeap(&desc, iid_of<ID3D12QueryHeap>(), queries_.receive_void()), device,
        "making the timestamp queries");
  name_object(queries_.get(), "timestamp queries");
}

void TimestampPair::start(ID3D12GraphicsCommandList* list) const {
  list->EndQuery(queries_.get(), D3D12_QUERY_TYPE_TIMESTAMP, 0);
}

void TimestampPair::stop(ID3D12GraphicsCommandList* list) const {
  list->EndQuery(queries_.get(), D3D12_QUERY_TYPE_TIMESTAMP, 1);
  list->ResolveQueryData(queries_.get(), D3D12_QUERY_TYPE_TIMESTAMP, 0, 2, results_.get(), 0);
}

std::uint64_t TimestampPair::ticks() const {
  const D3D12_RANGE read{0, sizeof(Results)};
  void* memory = nullptr;
  check(results_->Map(0, &read, &memory), device_, "reading the timestamps");
  Results results;
  std::memcpy(results.data(), memory, sizeof(Results));
  const D3D12_RANGE written{0, 0};
  results_->Unmap(0, &written);
  if (results[1] < results[0])
    throw VariantFailure(Status::device_refused,
                         fmt::format("the timestamps run backwards: {} then {}", results[0], results[1]));
  return results[1] - results[0];
}

}  // namespace modlab::MODLAB_D3D12
