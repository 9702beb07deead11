#pragma once

#include <string>
#include <string_view>

#include "harness/d3d12/api.h"

namespace modlab {

/// Names an object for debug layers and captures. Names are ASCII.
inline void name_object(ID3D12Object* object, std::string_view name) {
  object->SetName(std::wstring(name.begin(), name.end()).c_str());  // a refused name changes nothing
}

}  // namespace modlab
