#include "kernels/axis.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "kernels/error.h"
#include "kernels/split.h"

namespace modlab {
namespace {

constexpr std::array<Axis, 13> kAxes{{
    {"access", [](const Variant& v) { return std::string(name_of(v.access)); }},
    {"load_bytes", [](const Variant& v) { return fmt::to_string(v.load_bytes); }},
    {"per_thread", [](const Variant& v) { return fmt::to_string(v.per_thread); }},
    {"threads", [](const Variant& v) { return fmt::to_string(v.threads); }},
    {"loop", [](const Variant& v) { return std::string(name_of(v.loop)); }},
    {"algorithm", [](const Variant& v) { return std::string(name_of(v.algorithm)); }},
    {"accuracy", [](const Variant& v) { return std::string(name_of(accuracy_of(v.algorithm))); }},
    {"binding", [](const Variant& v) { return std::string(name_of(v.binding)); }},
    {"compiler", [](const Variant& v) { return std::string(name_of(v.compiler)); }},
    {"shader_model", [](const Variant& v) { return name_of(v.shader_model); }},
    {"precise", [](const Variant& v) { return std::string(v.precise ? "yes" : "no"); }},
    {"native16", [](const Variant& v) { return std::string(v.native16 ? "yes" : "no"); }},
    {"wave_lanes", [](const Variant& v) { return fmt::to_string(v.wave_lanes); }},
}};

std::string axis_names() {
  std::string text;
  for (const Axis& axis : kAxes) text.append(text.empty() ? "" : ", ").append(axis.name);
  return text;
}

}  // namespace

std::span<const Axis> variant_axes() { return kAxes; }

void VariantFilter::add_where(std::string_view text) {
  const std::size_t equals = text.find('=');
  const std::string_view name = text.substr(0, equals);
  const auto axis = std::ranges::find(kAxes, name, &Axis::name);
  if (equals == std::string_view::npos || equals + 1 == text.size())
    throw Error(fmt::format("--where '{}': write AXIS=VALUE[,VALUE...]; axes are {}", text, axis_names()));
  if (axis == kAxes.end())
    throw Error(fmt::format("--where '{}': unknown axis '{}'; choose from {}", text, name, axis_names()));
  Allowed allowed{*axis, {}};
  for (const std::string_view value : split(text.substr(equals + 1), ',')) allowed.values.emplace_back(value);
  allowed_.push_back(std::move(allowed));
}

bool VariantFilter::accepts(const Variant& variant) const {
  if (!variants_.empty() && std::ranges::find(variants_, variant) == variants_.end()) return false;
  return std::ranges::all_of(allowed_, [&](const Allowed& allowed) {
    return std::ranges::find(allowed.values, allowed.axis.value_of(variant)) != allowed.values.end();
  });
}

std::string VariantFilter::text() const {
  std::vector<std::string> words;
  for (const Allowed& allowed : allowed_)
    words.push_back(fmt::format("{}={}", allowed.axis.name, fmt::join(allowed.values, ",")));
  for (const Variant& variant : variants_) words.push_back(name_of(variant));
  return fmt::format("{}", fmt::join(words, " "));
}

}  // namespace modlab
