#pragma once

#include <cstdint>
#include <limits>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace modlab {

/// Throws Error where the text is not JSON, or is nested deeper than anything we write: a json is copied recursively,
/// and the stack ends before a file of brackets does.
nlohmann::json parse_json(std::string_view text);

/// A whole number from 0 to `most`; throws Error for any other value. The library's own conversion wraps such numbers,
/// and is undefined for large ones with a fraction or an exponent.
std::uint64_t whole_number(const nlohmann::json& from, std::uint64_t most = std::numeric_limits<std::uint64_t>::max());
/// That of an object's field, or the default where the object lacks it.
std::uint64_t whole_number(const nlohmann::json& object, const std::string& field, std::uint64_t otherwise);

/// The value as text, on one line unless indented. Bytes that are not UTF-8, as in the name of a file, are replaced.
std::string json_text(const nlohmann::json& value, int indent = -1);

}  // namespace modlab
