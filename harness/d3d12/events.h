#pragma once

#include <string>
#include <string_view>

#include "harness/d3d12/api.h"

namespace modlab::MODLAB_D3D12 {

// What PIX, RenderDoc, other captures and debug layers show of this program. Names are ASCII.

/// Names an object.
inline void name_object(ID3D12Object* object, std::string_view name) {
  object->SetName(std::wstring(name.begin(), name.end()).c_str());  // a refused name changes nothing
}

/// Names a stretch of a list, or of a queue's work, until the matching end: through the PIX event runtime where the
/// program is built with it, otherwise through Direct3D 12's own events.
void begin_event(ID3D12GraphicsCommandList* list, std::string_view name);
void end_event(ID3D12GraphicsCommandList* list);
void begin_event(ID3D12CommandQueue* queue, std::string_view name);
void end_event(ID3D12CommandQueue* queue);

}  // namespace modlab::MODLAB_D3D12
