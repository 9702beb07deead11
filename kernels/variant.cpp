#include "kernels/variant.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>

#include "kernels/axis.h"
#include "kernels/error.h"

namespace modlab {
namespace {

std::optional<std::uint8_t> version_number(std::string_view digits) {
  std::uint8_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
  return number;
}

/// Whether a name continues with these parts.
bool begins_with(std::string_view name, std::string_view parts) {
  return name.starts_with(parts) && (name.size() == parts.size() || name[parts.size()] == '-');
}

/// The index of the value that the name continues with, the longest where several fit ("dxc-6.6", "dxc-6.6-w32"); that
/// of the empty one where none does.
std::optional<std::size_t> next_value(const Axis& axis, std::string_view name) {
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < axis.values.size(); ++i) {
    const std::string& value = axis.values[i];
    if (value.empty() ? !found : begins_with(name, value) && (!found || value.size() > axis.values[*found].size()))
      found = i;
  }
  return found;
}

}  // namespace

std::string name_of(ShaderModel model) { return fmt::format("{}.{}", model.major, model.minor); }

std::optional<ShaderModel> parse_shader_model(std::string_view text) {
  const std::size_t dot = text.find('.');
  if (dot == std::string_view::npos) return std::nullopt;
  const auto major = version_number(text.substr(0, dot));
  const auto minor = version_number(text.substr(dot + 1));
  if (!major || !minor) return std::nullopt;
  return ShaderModel{*major, *minor};
}

std::string name_of(const Build& build) {
  std::string name = fmt::format("{}-{}", name_of(build.compiler), name_of(build.shader_model));
  if (build.native16) name += "-native16";
  if (build.wave_lanes != 0) name += fmt::format("-w{}", build.wave_lanes);
  return name;
}

std::string name_of(const Variant& variant) {
  if (is_peer(variant)) return std::string(name_of(variant.algorithm));
  std::string name;
  for (const Axis& axis : variant_axes())
    if (const std::string part = axis.text(variant); !part.empty()) name.append(name.empty() ? "" : "-").append(part);
  return name;
}

Variant parse_variant(std::string_view name) {
  if (name == name_of(kDirectMl)) return kDirectMl;
  Variant variant;
  std::string_view rest = name;
  for (const Axis& axis : variant_axes()) {
    const auto value = next_value(axis, rest);
    if (!value)
      throw Error(fmt::format("variant '{}': '{}' is not understood; {} is one of {}", name,
                              rest.substr(0, rest.find('-')), axis.name, fmt::join(axis.values, ", ")));
    axis.set(variant, *value);
    rest.remove_prefix(axis.values[*value].size());
    if (rest.starts_with('-')) rest.remove_prefix(1);
  }
  if (name_of(variant) != name)
    throw Error(fmt::format("variant '{}': '{}' is not understood; a name reads like {}", name,
                            rest.empty() ? name : rest, name_of(Variant{})));
  return variant;
}

}  // namespace modlab
