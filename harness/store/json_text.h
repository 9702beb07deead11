#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace modlab {

/// Throws Error where the text is not JSON, or is nested deeper than anything we write: a json is copied recursively,
/// and the stack ends before a file of brackets does.
nlohmann::json parse_json(std::string_view text);

/// The value as text, on one line unless indented. Bytes that are not UTF-8, as in the name of a file, are replaced.
std::string json_text(const nlohmann::json& value, int indent = -1);

}  // namespace modlab
