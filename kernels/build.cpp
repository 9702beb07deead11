#include "kernels/build.h"

#include <fmt/format.h>

#include <charconv>

namespace modlab {
namespace {

std::optional<std::uint8_t> version_number(std::string_view digits) {
  std::uint8_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
  return number;
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

}  // namespace modlab
