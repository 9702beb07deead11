#pragma once

#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "kernels/error.h"

namespace modlab::store {

/// What the library says is wrong, without the name of its exception, and not in terms of its own functions.
std::string plain_words(const nlohmann::json::exception& error);

/// What `read` returns, which may throw the library's exceptions: they become an Error.
template <typename Read>
auto read_json(Read read) {
  try {
    return read();
  } catch (const nlohmann::json::exception& error) {
    throw Error(plain_words(error));
  }
}

/// Throws Error where the text is not JSON, or is nested deeper than anything we write: a json is copied recursively,
/// and the stack ends before a file of brackets does.
nlohmann::json parse_json(std::string_view text);

/// A whole number from 0 to `most`; throws Error for any other value. The library's own conversion wraps such numbers,
/// and is undefined for large ones with a fraction or an exponent.
std::uint64_t whole_number(const nlohmann::json& from, std::uint64_t most = std::numeric_limits<std::uint64_t>::max());

/// Without the members that are null or a number that is not finite: what is not known has no member. JSON has neither
/// infinity nor NaN, and earlier versions wrote null for them.
nlohmann::json without_unknown(nlohmann::json value);

/// The value with its strings as without_line_ends, but for those of a command line and of source files: a name with
/// lines could pass for some of a summary's.
nlohmann::json with_names_in_a_line(nlohmann::json value);

/// The value as text, on one line unless indented. Bytes that are not UTF-8, as in the name of a file, are replaced.
std::string json_text(const nlohmann::json& value, int indent = -1);

}  // namespace modlab::store
