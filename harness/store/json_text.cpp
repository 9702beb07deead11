#include "harness/store/json_text.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "harness/system/visible_text.h"

namespace modlab::store {

using nlohmann::json;

std::string plain_words(const json::exception& error) {
  std::string_view text = error.what();
  text.remove_prefix(text.find("] ") + 2);  // "[json.exception.type_error.302] "
  if (!text.starts_with("cannot use ")) return std::string(text);
  return fmt::format("{} where an object should be", text.substr(text.rfind(' ') + 1));  // "cannot use at() with array"
}

json parse_json(std::string_view text) {
  static constexpr int kMaxDepth = 32;
  const auto refuse_depth = [](int depth, json::parse_event_t, const json&) {
    if (depth > kMaxDepth) throw Error(fmt::format("nested deeper than {} levels", kMaxDepth));
    return true;
  };
  return read_json([&] { return json::parse(text, refuse_depth); });
}

std::uint64_t whole_number(const json& from, std::uint64_t most) {
  if (!from.is_number_unsigned() || from.get<std::uint64_t>() > most)
    throw Error(fmt::format("{:.40} is not a whole number from 0 to {}", json_text(from), most));
  return from.get<std::uint64_t>();
}

json without_unknown(json value) {
  if (!value.is_structured()) return value;
  const auto is_unknown = [](const json& member) {
    return member.is_null() || (member.is_number_float() && !std::isfinite(member.get<double>()));
  };
  for (auto member = value.begin(); member != value.end();) {
    if (value.is_object() && is_unknown(*member)) {
      member = value.erase(member);
      continue;
    }
    *member = without_unknown(std::move(*member));
    ++member;
  }
  return value;
}

json with_names_in_a_line(json value) {
  if (value.is_string()) return without_line_ends(value.get_ref<const std::string&>());
  if (!value.is_structured()) return value;
  for (auto member = value.begin(); member != value.end(); ++member)
    if (!value.is_object() || (member.key() != "command" && member.key() != "sources"))
      *member = with_names_in_a_line(std::move(*member));
  return value;
}

std::string json_text(const json& value, int indent) {
  return value.dump(indent, ' ', false, json::error_handler_t::replace);
}

}  // namespace modlab::store
