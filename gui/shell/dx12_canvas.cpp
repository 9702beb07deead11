#include "gui/shell/dx12_canvas.h"

#include <imgui.h>
#include <imgui_impl_dx12.h>

#include "harness/system/hresult.h"
#include "kernels/error.h"

namespace modlab::gui {
namespace {

using d3d12::cpu_start;
using d3d12::desc_of;
using d3d12::gpu_start;
using d3d12::iid_of;

constexpr const char* kOpening = "opening a window with Direct3D 12";
constexpr const char* kDrawing = "drawing with Direct3D 12";

constexpr DXGI_FORMAT kFormat = DXGI_FORMAT_R8G8B8A8_UNORM;
constexpr UINT kPixelBytes = 4;
constexpr UINT kBackBuffers = 2;  // the minimum for a flip-model swap chain

ComPtr<ID3D12DescriptorHeap> make_single_view(ID3D12Device* device, D3D12_DESCRIPTOR_HEAP_TYPE type,
                                              D3D12_DESCRIPTOR_HEAP_FLAGS flags) {
  D3D12_DESCRIPTOR_HEAP_DESC desc{};
  desc.Type = type;
  desc.NumDescriptors = 1;
  desc.Flags = flags;
  ComPtr<ID3D12DescriptorHeap> heap;
  check_start(device->CreateDescriptorHeap(&desc, iid_of<ID3D12DescriptorHeap>(), heap.receive_void()), kOpening);
  return heap;
}

ComPtr<IDXGISwapChain3> make_swap_chain(ID3D12CommandQueue* queue, HWND window, int width, int height) {
  DXGI_SWAP_CHAIN_DESC1 desc{};
  desc.Width = static_cast<UINT>(width);
  desc.Height = static_cast<UINT>(height);
  desc.Format = kFormat;
  desc.SampleDesc.Count = 1;
  desc.BufferUsage = DXGI_USAGE_RENDER_TARGET_OUTPUT;
  desc.BufferCount = kBackBuffers;
  desc.SwapEffect = DXGI_SWAP_EFFECT_FLIP_DISCARD;
  ComPtr<IDXGIFactory4> factory;
  check_start(CreateDXGIFactory1(iid_of<IDXGIFactory4>(), factory.receive_void()), kOpening);
  ComPtr<IDXGISwapChain1> made;
  check_start(factory->CreateSwapChainForHwnd(queue, window, &desc, nullptr, nullptr, made.receive()), kOpening);
  factory->MakeWindowAssociation(window,
                                 DXGI_MWA_NO_ALT_ENTER);  // no full screen, to which the back buffers would not adapt
  ComPtr<IDXGISwapChain3> swap_chain;
  check_start(made->QueryInterface(iid_of<IDXGISwapChain3>(), swap_chain.receive_void()), kOpening);
  return swap_chain;
}

ComPtr<ID3D12Resource> make_readback(ID3D12Device* device, UINT64 bytes) {
  D3D12_HEAP_PROPERTIES heap{};
  heap.Type = D3D12_HEAP_TYPE_READBACK;
  D3D12_RESOURCE_DESC desc{};
  desc.Dimension = D3D12_RESOURCE_DIMENSION_BUFFER;
  desc.Width = bytes;
  desc.Height = 1;
  desc.DepthOrArraySize = 1;
  desc.MipLevels = 1;
  desc.SampleDesc.Count = 1;
  desc.Layout = D3D12_TEXTURE_LAYOUT_ROW_MAJOR;
  ComPtr<ID3D12Resource> buffer;
  check_start(device->CreateCommittedResource(&heap, D3D12_HEAP_FLAG_NONE, &desc, D3D12_RESOURCE_STATE_COPY_DEST,
                                              nullptr, iid_of<ID3D12Resource>(), buffer.receive_void()),
              kDrawing);
  return buffer;
}

void transition(ID3D12GraphicsCommandList* list, ID3D12Resource* resource, D3D12_RESOURCE_STATES before,
                D3D12_RESOURCE_STATES after) {
  D3D12_RESOURCE_BARRIER barrier{};
  barrier.Type = D3D12_RESOURCE_BARRIER_TYPE_TRANSITION;
  barrier.Transition.pResource = resource;
  barrier.Transition.Subresource = D3D12_RESOURCE_BARRIER_ALL_SUBRESOURCES;
  barrier.Transition.StateBefore = before;
  barrier.Transition.StateAfter = after;
  list->ResourceBarrier(1, &barrier);
}

}  // namespace

Dx12Canvas::Dx12Canvas(HWND window, int width, int height) : width_(width), height_(height) {
  check_start(D3D12CreateDevice(nullptr, D3D_FEATURE_LEVEL_11_0, iid_of<ID3D12Device>(), device_.receive_void()),
              kOpening);
  D3D12_COMMAND_QUEUE_DESC queue{};
  queue.Type = D3D12_COMMAND_LIST_TYPE_DIRECT;
  check_start(device_->CreateCommandQueue(&queue, iid_of<ID3D12CommandQueue>(), queue_.receive_void()), kOpening);
  check_start(device_->CreateCommandAllocator(queue.Type, iid_of<ID3D12CommandAllocator>(), allocator_.receive_void()),
              kOpening);
  check_start(device_->CreateCommandList(0, queue.Type, allocator_.get(), nullptr, iid_of<ID3D12GraphicsCommandList>(),
                                         list_.receive_void()),
              kOpening);
  check_start(list_->Close(), kOpening);  // lists are created open
  check_start(device_->CreateFence(0, D3D12_FENCE_FLAG_NONE, iid_of<ID3D12Fence>(), fence_.receive_void()), kOpening);
  target_view_ = make_single_view(device_.get(), D3D12_DESCRIPTOR_HEAP_TYPE_RTV, D3D12_DESCRIPTOR_HEAP_FLAG_NONE);
  font_view_ = make_single_view(device_.get(), D3D12_DESCRIPTOR_HEAP_TYPE_CBV_SRV_UAV,
                                D3D12_DESCRIPTOR_HEAP_FLAG_SHADER_VISIBLE);
  swap_chain_ = make_swap_chain(queue_.get(), window, width, height);
  // One frame in flight: every list is waited for, and frames are drawn only if there is something new.
  if (!ImGui_ImplDX12_Init(device_.get(), 1, kFormat, font_view_.get(), cpu_start(font_view_.get()),
                           gpu_start(font_view_.get())))
    throw Error("Dear ImGui cannot draw with this Direct3D 12 device");
}

Dx12Canvas::~Dx12Canvas() { ImGui_ImplDX12_Shutdown(); }

void Dx12Canvas::show(int width, int height) {
  if (width <= 0 || height <= 0) return;  // minimised
  resize(width, height);
  const ComPtr<ID3D12Resource> target = back_buffer();
  begin_list();
  draw_into(target.get());
  transition(list_.get(), target.get(), D3D12_RESOURCE_STATE_RENDER_TARGET, D3D12_RESOURCE_STATE_PRESENT);
  run_list();
  check_start(swap_chain_->Present(1, 0), kDrawing);
}

Picture Dx12Canvas::picture(int width, int height) {
  resize(width, height);
  const ComPtr<ID3D12Resource> target = back_buffer();
  const D3D12_RESOURCE_DESC desc = desc_of(target.get());
  D3D12_PLACED_SUBRESOURCE_FOOTPRINT layout{};
  UINT64 bytes = 0;
  device_->GetCopyableFootprints(&desc, 0, 1, 0, &layout, nullptr, nullptr, &bytes);
  const ComPtr<ID3D12Resource> readback = make_readback(device_.get(), bytes);

  begin_list();
  draw_into(target.get());
  transition(list_.get(), target.get(), D3D12_RESOURCE_STATE_RENDER_TARGET, D3D12_RESOURCE_STATE_COPY_SOURCE);
  D3D12_TEXTURE_COPY_LOCATION from{};
  from.pResource = target.get();
  from.Type = D3D12_TEXTURE_COPY_TYPE_SUBRESOURCE_INDEX;
  D3D12_TEXTURE_COPY_LOCATION to{};
  to.pResource = readback.get();
  to.Type = D3D12_TEXTURE_COPY_TYPE_PLACED_FOOTPRINT;
  to.PlacedFootprint = layout;
  list_->CopyTextureRegion(&to, 0, 0, 0, &from, nullptr);
  transition(list_.get(), target.get(), D3D12_RESOURCE_STATE_COPY_SOURCE, D3D12_RESOURCE_STATE_PRESENT);
  run_list();

  void* mapped = nullptr;
  check_start(readback->Map(0, nullptr, &mapped), kDrawing);
  Picture picture(width, height);
  for (int y = 0; y < height; ++y) {
    const auto* pixel =
        static_cast<const std::uint8_t*>(mapped) + layout.Footprint.RowPitch * static_cast<std::size_t>(y);
    std::uint8_t* rgb = picture.line(y);
    for (int x = 0; x < width; ++x, pixel += kPixelBytes, rgb += 3) {
      rgb[0] = pixel[0];
      rgb[1] = pixel[1];
      rgb[2] = pixel[2];
    }
  }
  const D3D12_RANGE nothing_written{};
  readback->Unmap(0, &nothing_written);
  return picture;
}

void Dx12Canvas::resize(int width, int height) {
  if (width == width_ && height == height_) return;
  check_start(
      swap_chain_->ResizeBuffers(0, static_cast<UINT>(width), static_cast<UINT>(height), DXGI_FORMAT_UNKNOWN, 0),
      kDrawing);
  width_ = width;
  height_ = height;
}

ComPtr<ID3D12Resource> Dx12Canvas::back_buffer() {
  ComPtr<ID3D12Resource> buffer;
  check_start(
      swap_chain_->GetBuffer(swap_chain_->GetCurrentBackBufferIndex(), iid_of<ID3D12Resource>(), buffer.receive_void()),
      kDrawing);
  return buffer;
}

void Dx12Canvas::begin_list() {
  check_start(allocator_->Reset(), kDrawing);
  check_start(list_->Reset(allocator_.get(), nullptr), kDrawing);
}

void Dx12Canvas::draw_into(ID3D12Resource* target) {
  const D3D12_CPU_DESCRIPTOR_HANDLE view = cpu_start(target_view_.get());
  device_->CreateRenderTargetView(target, nullptr, view);
  transition(list_.get(), target, D3D12_RESOURCE_STATE_PRESENT, D3D12_RESOURCE_STATE_RENDER_TARGET);
  const ImVec4& background = ImGui::GetStyleColorVec4(ImGuiCol_WindowBg);
  const float colour[] = {background.x, background.y, background.z, 1};
  list_->ClearRenderTargetView(view, colour, 0, nullptr);
  list_->OMSetRenderTargets(1, &view, FALSE, nullptr);
  ID3D12DescriptorHeap* const heaps[] = {font_view_.get()};
  list_->SetDescriptorHeaps(1, heaps);
  ImGui_ImplDX12_RenderDrawData(ImGui::GetDrawData(), list_.get());
}

void Dx12Canvas::run_list() {
  check_start(list_->Close(), kDrawing);
  ID3D12CommandList* const lists[] = {list_.get()};
  queue_->ExecuteCommandLists(1, lists);
  check_start(queue_->Signal(fence_.get(), ++submitted_), kDrawing);
  check_start(fence_->SetEventOnCompletion(submitted_, nullptr), kDrawing);  // without an event this call waits
}

}  // namespace modlab::gui
