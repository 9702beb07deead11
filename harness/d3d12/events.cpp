#include "harness/d3d12/events.h"

#if defined(MODLAB_PIX)
#include <pix3.h>
#endif

namespace modlab::MODLAB_D3D12 {
namespace {

#if defined(MODLAB_PIX)

template <typename Context>
void begin(Context* context, std::string_view name) {
  PIXBeginEvent(context, PIX_COLOR_DEFAULT, "%s", std::string(name).c_str());
}

template <typename Context>
void end(Context* context) {
  PIXEndEvent(context);
}

#else

/// Tells every tool that an event's data is zero-terminated text; Direct3D's headers have no name for it.
constexpr UINT kAnsiText = 1;

template <typename Context>
void begin(Context* context, std::string_view name) {
  const std::string text(name);
  context->BeginEvent(kAnsiText, text.c_str(), static_cast<UINT>(text.size() + 1));
}

template <typename Context>
void end(Context* context) {
  context->EndEvent();
}

#endif

}  // namespace

void begin_event(ID3D12GraphicsCommandList* list, std::string_view name) { begin(list, name); }
void end_event(ID3D12GraphicsCommandList* list) { end(list); }
void begin_event(ID3D12CommandQueue* queue, std::string_view name) { begin(queue, name); }
void end_event(ID3D12CommandQueue* queue) { end(queue); }

}  // namespace modlab::MODLAB_D3D12
