#include "kernels/variant.h"

#include <fmt/format.h>

#include <charconv>
#include <vector>

#include "kernels/error.h"
#include "kernels/split.h"

namespace modlab {
namespace {

[[noreturn]] void refuse(std::string_view name, std::string_view part) {
  throw Error(
      fmt::format("variant '{}': '{}' is not understood; a name reads like {}", name, part, name_of(Variant{})));
}

template <typename Table>
auto parse_word(const Table& table, std::string_view part, std::string_view name) {
  if (const auto value = value_in(table, part)) return *value;
  refuse(name, part);
}

template <typename Number>
std::optional<Number> number_of(std::string_view digits) {
  Number number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
  return number;
}

std::uint32_t parse_count(char letter, std::string_view part, std::string_view name) {
  if (part.empty() || part.front() != letter) refuse(name, part);
  const auto count = number_of<std::uint32_t>(part.substr(1));
  if (!count) refuse(name, part);
  return *count;
}

}  // namespace

std::string name_of(ShaderModel model) { return fmt::format("{}.{}", model.major, model.minor); }

std::optional<ShaderModel> parse_shader_model(std::string_view text) {
  const std::size_t dot = text.find('.');
  if (dot == std::string_view::npos) return std::nullopt;
  const auto major = number_of<std::uint8_t>(text.substr(0, dot));
  const auto minor = number_of<std::uint8_t>(text.substr(dot + 1));
  if (!major || !minor) return std::nullopt;
  return ShaderModel{*major, *minor};
}

int differing_choices(const Variant& x, const Variant& y) {
  return (x.access != y.access) + (x.load_bytes != y.load_bytes) + (x.per_thread != y.per_thread) +
         (x.threads != y.threads) + (x.loop != y.loop) + (x.algorithm != y.algorithm) + (x.binding != y.binding) +
         (x.compiler != y.compiler) + (x.shader_model != y.shader_model) + (x.native16 != y.native16) +
         (x.wave_lanes != y.wave_lanes) + (x.precise != y.precise);
}

std::string name_of(const Variant& variant) {
  std::string name = fmt::format("{}-b{}-x{}-t{}-{}-{}-{}-{}-{}", name_of(variant.access), variant.load_bytes,
                                 variant.per_thread, variant.threads, name_of(variant.loop), name_of(variant.algorithm),
                                 name_of(variant.binding), name_of(variant.compiler), name_of(variant.shader_model));
  if (variant.native16) name += "-native16";
  if (variant.wave_lanes != 0) name += fmt::format("-w{}", variant.wave_lanes);
  if (variant.precise) name += "-precise";
  return name;
}

Variant parse_variant(std::string_view name) {
  const std::vector<std::string_view> parts = split(name, '-');
  constexpr std::size_t kRequired = 9;
  if (parts.size() < kRequired) refuse(name, name);
  const auto algorithm = find_algorithm(parts[5]);
  if (!algorithm) refuse(name, parts[5]);
  const auto model = parse_shader_model(parts[8]);
  if (!model) refuse(name, parts[8]);
  Variant variant{.access = parse_word(kAccessNames, parts[0], name),
                  .load_bytes = parse_count('b', parts[1], name),
                  .per_thread = parse_count('x', parts[2], name),
                  .threads = parse_count('t', parts[3], name),
                  .loop = parse_word(kLoopNames, parts[4], name),
                  .algorithm = *algorithm,
                  .binding = parse_word(kBindingNames, parts[6], name),
                  .compiler = parse_word(kCompilerNames, parts[7], name),
                  .shader_model = *model};
  std::size_t next = kRequired;
  const auto take = [&](std::string_view word) {
    const bool follows = next < parts.size() && parts[next] == word;
    if (follows) ++next;
    return follows;
  };
  variant.native16 = take("native16");
  if (next < parts.size() && parts[next].starts_with('w')) variant.wave_lanes = parse_count('w', parts[next++], name);
  variant.precise = take("precise");
  if (next != parts.size() || name_of(variant) != name) refuse(name, next < parts.size() ? parts[next] : name);
  return variant;
}

}  // namespace modlab
