#pragma once

#include "gui/shell/picture.h"
#include "harness/d3d12/api.h"
#include "harness/system/com_ptr.h"

namespace modlab::gui {

/// Draws Dear ImGui into a window with Direct3D 12: the half of the Windows shell that knows nothing of messages.
class Dx12Canvas {
 public:
  /// On the default adapter. Throws Error where that has no Direct3D 12.
  Dx12Canvas(HWND window, int width, int height);
  ~Dx12Canvas();
  Dx12Canvas(const Dx12Canvas&) = delete;
  Dx12Canvas& operator=(const Dx12Canvas&) = delete;

  /// Draws the result of ImGui::Render over the style's background and presents it in a window of this size.
  void show(int width, int height);

  /// Draws the same into a picture of this size.
  [[nodiscard]] Picture picture(int width, int height);

 private:
  void resize(int width, int height);
  [[nodiscard]] ComPtr<ID3D12Resource> back_buffer();
  void begin_list();
  void draw_into(ID3D12Resource* target);
  void run_list();

  ComPtr<ID3D12Device> device_;
  ComPtr<ID3D12CommandQueue> queue_;
  ComPtr<ID3D12CommandAllocator> allocator_;
  ComPtr<ID3D12GraphicsCommandList> list_;
  ComPtr<ID3D12Fence> fence_;
  UINT64 submitted_ = 0;
  ComPtr<ID3D12DescriptorHeap> target_view_;
  ComPtr<ID3D12DescriptorHeap> font_view_;
  ComPtr<IDXGISwapChain3> swap_chain_;
  int width_;
  int height_;
};

}  // namespace modlab::gui
