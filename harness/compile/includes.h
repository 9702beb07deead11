#pragma once

#include <optional>
#include <string_view>

namespace modlab {

/// The file that a line of HLSL includes, if it is an #include directive with a plain name.
std::optional<std::string_view> included_file(std::string_view line);

}  // namespace modlab
