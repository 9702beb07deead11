#pragma once

#include <string_view>

#include "harness/d3d12/api.h"

namespace modlab {

/// Names a stretch of a list, or of a queue's work, for PIX, RenderDoc and other captures: until the matching end.
/// Through the PIX event runtime where the program is built with it, else as Direct3D 12 itself has events.
void begin_event(ID3D12GraphicsCommandList* list, std::string_view name);
void end_event(ID3D12GraphicsCommandList* list);
void begin_event(ID3D12CommandQueue* queue, std::string_view name);
void end_event(ID3D12CommandQueue* queue);

}  // namespace modlab
