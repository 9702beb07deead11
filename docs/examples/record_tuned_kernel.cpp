// record_tuned_kernel BEST.json [KERNEL.hlsl]: records the variant that `modlab best --op floor --shape 1024 --json`
// named into this program's own command list and prints a few results. It may be one of the user's kernel in the second
// file.
#include <cmath>
#include <cstdio>
#include <stdexcept>
#include <thread>

#include "harness/compile/d3d_compiler.h"
#include "harness/compile/load_kernel.h"
#include "harness/d3d12/buffer.h"
#include "harness/d3d12/modulus_kernel.h"
#include "harness/store/best.h"
#include "harness/system/file.h"
#include "harness/system/hresult.h"

namespace {

using modlab::iid_of;
constexpr std::uint32_t kElements = 1024;
constexpr D3D12_COMMAND_LIST_TYPE kQueue = D3D12_COMMAND_LIST_TYPE_COMPUTE;

void check(HRESULT result) { modlab::check_start(result, "a call of Direct3D 12"); }

float* map(ID3D12Resource* buffer) {
  void* memory = nullptr;
  check(buffer->Map(0, nullptr, &memory));
  return static_cast<float*>(memory);
}

void run(const char* best_file, const char* kernel_file) {
  // The program's own device and buffers. Upload heaps are slow to read; a real program keeps its operands elsewhere.
  const auto runtime = modlab::default_runtime();
  const auto device = runtime->create_device(runtime->adapters().front());
  const auto make_buffer = [&](D3D12_HEAP_TYPE heap) {
    return modlab::make_resource(device.get(), kElements * sizeof(float), heap, "example");
  };
  const auto a = make_buffer(D3D12_HEAP_TYPE_UPLOAD);
  const auto b = make_buffer(D3D12_HEAP_TYPE_UPLOAD);
  const auto out = make_buffer(D3D12_HEAP_TYPE_DEFAULT);
  const auto result = make_buffer(D3D12_HEAP_TYPE_READBACK);
  float* const a_values = map(a.get());
  float* const b_values = map(b.get());
  for (std::uint32_t i = 0; i < kElements; ++i) {
    a_values[i] = 7.25f * static_cast<float>(i) - 3000.0f;
    b_values[i] = i % 2 == 0 ? 3.5f : -1.75f;
  }

  // The tuned kernel.
  if (kernel_file != nullptr) modlab::add_kernel(modlab::load_kernel(kernel_file));
  const modlab::Workload workload{.shape = {kElements}};
  const modlab::Variant variant = modlab::best_variant(modlab::read_file(best_file), name_of(workload));
  const modlab::KernelPlan plan = make_plan(describe(workload), variant);
  const modlab::Bytecode bytecode =
      modlab::make_d3d_compiler()->compile(shader_request(plan), sources_of(plan, modlab::embedded_shaders()));
  const modlab::ModulusKernel kernel(device.get(), *runtime, plan, bytecode.bytes);
  const modlab::BoundModulus bound = kernel.bind({{a.get()}, {b.get()}, {out.get()}});

  // The program's own command list.
  modlab::ComPtr<ID3D12CommandQueue> queue;
  modlab::ComPtr<ID3D12CommandAllocator> allocator;
  modlab::ComPtr<ID3D12GraphicsCommandList> list;
  modlab::ComPtr<ID3D12Fence> fence;
  const D3D12_COMMAND_QUEUE_DESC desc{kQueue, 0, D3D12_COMMAND_QUEUE_FLAG_NONE, 0};
  check(device->CreateCommandQueue(&desc, iid_of<ID3D12CommandQueue>(), queue.receive_void()));
  check(device->CreateCommandAllocator(kQueue, iid_of<ID3D12CommandAllocator>(), allocator.receive_void()));
  check(device->CreateCommandList(0, kQueue, allocator.get(), nullptr, iid_of<ID3D12GraphicsCommandList>(),
                                  list.receive_void()));
  check(device->CreateFence(0, D3D12_FENCE_FLAG_NONE, iid_of<ID3D12Fence>(), fence.receive_void()));
  const auto change_out = [&](D3D12_RESOURCE_STATES before, D3D12_RESOURCE_STATES after) {
    D3D12_RESOURCE_BARRIER barrier{};
    barrier.Transition = {out.get(), 0, before, after};
    list->ResourceBarrier(1, &barrier);
  };
  change_out(D3D12_RESOURCE_STATE_COMMON, D3D12_RESOURCE_STATE_UNORDERED_ACCESS);
  bound.record(list.get());
  change_out(D3D12_RESOURCE_STATE_UNORDERED_ACCESS, D3D12_RESOURCE_STATE_COPY_SOURCE);
  list->CopyResource(result.get(), out.get());
  check(list->Close());
  ID3D12CommandList* const lists[] = {list.get()};
  queue->ExecuteCommandLists(1, lists);
  check(queue->Signal(fence.get(), 1));
  while (fence->GetCompletedValue() < 1) std::this_thread::yield();

  const float* const results = map(result.get());
  for (std::uint32_t i = 0; i < kElements; i += kElements / 4 + 1) {
    const float x = a_values[i], y = b_values[i], remainder = std::fmod(x, y);
    if (results[i] != (remainder * y < 0 ? remainder + y : remainder)) throw std::runtime_error("wrong result");
    std::printf("%g mod %g = %g\n", static_cast<double>(x), static_cast<double>(y), static_cast<double>(results[i]));
  }
  std::printf("computed by %s\n", name_of(variant).c_str());
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc != 2 && argc != 3) throw std::runtime_error("usage: record_tuned_kernel BEST.json [KERNEL.hlsl]");
  run(argv[1], argv[2]);  // a null pointer follows the last argument
} catch (const std::exception& error) {
  std::fprintf(stderr, "record_tuned_kernel: %s\n", error.what());
  return 2;
}
