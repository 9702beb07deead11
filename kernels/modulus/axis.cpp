#include "kernels/modulus/axis.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <ranges>

#include "kernels/candidate.h"
#include "kernels/choices.h"
#include "kernels/error.h"
#include "kernels/files/kernel_file.h"
#include "kernels/split.h"

namespace modlab::modulus {
namespace {

/// A value, and how a variant's name spells it.
template <typename Value>
struct Spelling {
  Value value;
  std::string text;
};

std::string yes_or_no(bool value) { return value ? "yes" : "no"; }

/// An axis whose choice is one field of Variant.
template <typename Value>
Axis field_axis(std::string_view name, Value Variant::*field, std::vector<Spelling<Value>> values) {
  Axis axis{.name = name, .values = {}, .text = {}, .set = {}, .columns = {}, .defines = {}};
  for (const Spelling<Value>& value : values) axis.values.push_back(value.text);
  axis.set = [field, values](Variant& variant, std::size_t i) { variant.*field = values[i].value; };
  axis.defines = [](const Variant&) { return std::vector<Define>{}; };
  return axis;
}

/// Named values. Without a macro, the shader does not depend on them.
template <typename Value, typename Table>
Axis word_axis(std::string_view name, std::string_view macro, Value Variant::*field, const Table& table) {
  std::vector<Spelling<Value>> values;
  for (const auto& row : table) values.push_back({row.value, std::string(row.name)});
  Axis axis = field_axis(name, field, std::move(values));
  axis.text = [field](const Variant& variant) { return std::string(name_of(variant.*field)); };
  axis.columns = {{name, axis.text}};
  if (!macro.empty())
    axis.defines = [macro, text = axis.text](const Variant& variant) {
      return std::vector<Define>{word_define(macro, text(variant))};
    };
  return axis;
}

/// Numbers prefixed with a letter in names: "b16", "LOAD_BYTES=16" to the shader.
Axis number_axis(std::string_view name, char letter, std::string macro, std::uint32_t Variant::*field,
                 std::initializer_list<std::uint32_t> numbers) {
  std::vector<Spelling<std::uint32_t>> values;
  for (const std::uint32_t number : numbers) values.push_back({number, fmt::format("{}{}", letter, number)});
  Axis axis = field_axis(name, field, std::move(values));
  axis.text = [letter, field](const Variant& variant) { return fmt::format("{}{}", letter, variant.*field); };
  axis.columns = {{name, [field](const Variant& variant) { return fmt::to_string(variant.*field); }}};
  axis.ordered = true;
  axis.defines = [macro, field](const Variant& variant) {
    return std::vector<Define>{{macro, fmt::to_string(variant.*field)}};
  };
  return axis;
}

/// A switch: part of a variant's name when on, "PRECISE=1" to the shader.
Axis flag_axis(std::string_view name, std::string macro, bool Variant::*field) {
  Axis axis = field_axis<bool>(name, field, {{false, ""}, {true, std::string(name)}});
  axis.text = [name, field](const Variant& variant) { return variant.*field ? std::string(name) : std::string(); };
  axis.columns = {{name, [field](const Variant& variant) { return yes_or_no(variant.*field); }}};
  axis.defines = [macro, field](const Variant& variant) {
    return std::vector<Define>{{macro, variant.*field ? "1" : "0"}};
  };
  return axis;
}

Axis algorithm_axis() {
  std::vector<Named<modulus::Algorithm>> names;
  for (const modulus::AlgorithmInfo& info : modulus::modulus_algorithms()) names.push_back({info.algorithm, info.name});
  Axis axis = word_axis("algorithm", "ALGORITHM", &Variant::algorithm, names);
  axis.text = [](const Variant& variant) {
    return is_own(variant) ? variant.kernel->name : std::string(modulus::name_of(variant.algorithm));
  };
  axis.columns = {{axis.name, axis.text}};
  axis.columns.push_back(
      {"accuracy", [](const Variant& variant) { return std::string(name_of(accuracy_of(variant))); }});
  return axis;
}

Axis build_axis() {
  std::vector<Build> builds{{CompilerId::d3dcompile, {5, 1}, false, 0},
                            {CompilerId::dxc, {6, 0}, false, 0},
                            {CompilerId::dxc, {6, 2}, true, 0},
                            {CompilerId::dxc, {6, 6}, false, 0}};
  for (const std::uint32_t lanes : kWaveSizes)
    for (const bool native16 : {false, true}) builds.push_back({CompilerId::dxc, {6, 6}, native16, lanes});
  std::vector<Spelling<Build>> values;
  for (const Build& build : builds) values.push_back({build, name_of(build)});
  Axis axis = field_axis("build", &Variant::build, std::move(values));
  axis.text = [](const Variant& variant) { return name_of(variant.build); };
  axis.columns = {
      {"compiler", [](const Variant& variant) { return std::string(name_of(variant.build.compiler)); }},
      {"shader_model", [](const Variant& variant) { return name_of(variant.build.shader_model); }},
      {"native16", [](const Variant& variant) { return yes_or_no(variant.build.native16); }},
      {"wave_lanes", [](const Variant& variant) { return fmt::to_string(variant.build.wave_lanes); }},
  };
  axis.defines = [](const Variant& variant) {
    return std::vector<Define>{{"NATIVE16", variant.build.native16 ? "1" : "0"},
                               {"WAVE_LANES", fmt::to_string(variant.build.wave_lanes)}};
  };
  return axis;
}

bool holds(const std::vector<std::string>& values, const std::string& value) {
  return std::ranges::find(values, value) != values.end();
}

std::vector<VariantColumn> choices_in(const Axis& axis) {
  std::vector<VariantColumn> choices = axis.columns;
  if (std::ranges::find(choices, axis.name, &VariantColumn::name) == choices.end())
    choices.push_back({axis.name, axis.text});
  return choices;
}

/// Whether a column says something of the variants of users' kernels.
bool own_has(std::string_view column) {
  constexpr std::array<std::string_view, 4> kNot{"per_thread", "loop", "precise", "streamed"};
  return std::ranges::find(kNot, column) == kNot.end();
}

std::string choice_names() {
  return fmt::format("{}", fmt::join(variant_choices() | std::views::transform(&VariantColumn::name), ", "));
}

}  // namespace

Define word_define(std::string_view macro, std::string_view value) {
  std::string text = fmt::format("{}_{}", macro, value);
  std::ranges::transform(text, text.begin(), [](char c) { return c >= 'a' && c <= 'z' ? char(c - 'a' + 'A') : c; });
  return {std::string(macro), std::move(text)};
}

std::string text_in(const VariantColumn& column, const Variant& variant) {
  return is_own(variant) && !own_has(column.name) ? std::string() : column.text(variant);
}

std::optional<std::size_t> Axis::index_of(const Variant& variant) const {
  const auto value = std::ranges::find(values, text(variant));
  if (value == values.end()) return std::nullopt;
  return static_cast<std::size_t>(value - values.begin());
}

Variant Axis::variant_with(std::size_t value) const {
  Variant variant;
  set(variant, value);
  return variant;
}

std::vector<std::size_t> order_of(const Variant& variant) {
  std::vector<std::size_t> order;
  for (const Axis& axis : variant_axes()) order.push_back(axis.place_of(axis.index_of(variant).value()));
  return order;
}

std::size_t Axis::place_of(std::size_t value) const {
  const std::size_t plainest = index_of({}).value();
  return value == plainest ? 0 : value < plainest ? value + 1 : value;
}

std::vector<std::string> Axis::texts_in(const VariantColumn& column) const {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (std::string each = column.text(variant_with(i)); !holds(texts, each)) texts.push_back(std::move(each));
  return texts;
}

std::span<const Axis> variant_axes() {
  static const std::vector<Axis> axes{
      word_axis("access", "ACCESS", &Variant::access, kAccessNames),
      number_axis("load_bytes", 'b', "LOAD_BYTES", &Variant::load_bytes, {4, 8, 16}),
      number_axis("per_thread", 'x', "PER_THREAD", &Variant::per_thread, {1, 2, 4, 8}),
      number_axis("threads", 't', "THREADS", &Variant::threads, {32, 64, 128, 256, 512, 1024}),
      word_axis("loop", "LOOP", &Variant::loop, kLoopNames),
      algorithm_axis(),
      word_axis("binding", "", &Variant::binding, kBindingNames),
      build_axis(),
      flag_axis("precise", "PRECISE", &Variant::precise),
      flag_axis("streamed", "STREAMED", &Variant::streamed),
  };
  return axes;
}

std::span<const VariantColumn> variant_columns() {
  static const std::vector<VariantColumn> columns = [] {
    std::vector<VariantColumn> all;
    for (const Axis& axis : variant_axes()) all.insert(all.end(), axis.columns.begin(), axis.columns.end());
    return all;
  }();
  return columns;
}

std::span<const VariantColumn> variant_choices() {
  static const std::vector<VariantColumn> choices = [] {
    std::vector<VariantColumn> all;
    for (const Axis& axis : variant_axes()) std::ranges::move(choices_in(axis), std::back_inserter(all));
    return all;
  }();
  return choices;
}

VariantFilter::VariantFilter(const Filter& filter) : kernels_(filter.kernels), only_kernels_(filter.only_kernels) {
  for (const std::string& where : filter.wheres) add_where(where);
  for (const std::string& name : filter.names) add_variant(parse_variant(name, kernels_));
}

void VariantFilter::add_where(std::string_view text) {
  const std::size_t equals = text.find('=');
  const std::string_view name = text.substr(0, equals);
  if (equals == std::string_view::npos || equals + 1 == text.size())
    throw Error(fmt::format("--where '{}': write AXIS=VALUE[,VALUE...]; axes are {}", text, choice_names()));
  for (const Axis& axis : variant_axes())
    for (const VariantColumn& choice : choices_in(axis)) {
      if (choice.name != name) continue;
      const std::vector<std::string> texts = axis.texts_in(choice);
      Allowed allowed{choice, {}};
      for (const std::string_view value : split(text.substr(equals + 1), ',')) {
        allowed.values.emplace_back(value);
        if (!holds(texts, allowed.values.back()))
          throw Error(fmt::format("--where '{}': {} is one of {}", text, name, fmt::join(texts, ", ")));
      }
      allowed_.push_back(std::move(allowed));
      return;
    }
  if (auto own = own_where(name, text.substr(equals + 1))) {
    own_allowed_.push_back(std::move(*own));
    return;
  }
  throw Error(fmt::format("--where '{}': unknown axis '{}'; choose from {}", text, name, choice_names()));
}

std::optional<VariantFilter::OwnAllowed> VariantFilter::own_where(std::string_view name,
                                                                  std::string_view values) const {
  std::vector<std::string> texts;
  for (const KernelPtr& kernel : kernels_)
    for (const KernelFile::Axis& axis : kernel->axes)
      if (axis.name == name) texts.insert(texts.end(), axis.values.begin(), axis.values.end());
  if (texts.empty()) return std::nullopt;
  OwnAllowed allowed{std::string(name), {}};
  for (const std::string_view value : split(values, ',')) {
    allowed.values.emplace_back(value);
    if (!holds(texts, allowed.values.back()))
      throw Error(fmt::format("--where '{}={}': {} is one of {}", name, values, name, fmt::join(texts, ", ")));
  }
  return allowed;
}

bool VariantFilter::accepts_own(const Variant& variant) const {
  if (!names(variant)) return false;
  for (const OwnAllowed& allowed : own_allowed_)
    for (std::size_t i = 0; i < variant.kernel->axes.size(); ++i) {
      const KernelFile::Axis& axis = variant.kernel->axes[i];
      if (axis.name == allowed.axis && !holds(allowed.values, axis.values[variant.values[i]])) return false;
    }
  return std::ranges::all_of(allowed_, [&](const Allowed& allowed) {
    const bool is_of_files = own_has(allowed.choice.name) && allowed.choice.name != "algorithm";  // they are their own
    return !is_of_files || holds(allowed.values, allowed.choice.text(variant));
  });
}

bool VariantFilter::names(const Variant& variant) const {
  return variants_.empty() || std::ranges::find(variants_, variant) != variants_.end();
}

bool VariantFilter::accepts(const Axis& axis, std::size_t value) const {
  const auto has_it = [&](const Variant& named) { return axis.text(named) == axis.values[value]; };
  if (!variants_.empty() && std::ranges::none_of(variants_, has_it)) return false;
  const std::vector<VariantColumn> choices = choices_in(axis);
  return std::ranges::all_of(allowed_, [&](const Allowed& allowed) {
    const bool is_another = std::ranges::find(choices, allowed.choice.name, &VariantColumn::name) == choices.end();
    return is_another || holds(allowed.values, allowed.choice.text(axis.variant_with(value)));
  });
}

std::vector<std::string> choices_of(const Variant& variant) {
  std::vector<std::string> choices;
  for (const VariantColumn& column : variant_columns()) choices.push_back(column.text(variant));
  return choices;
}

}  // namespace modlab::modulus

namespace modlab {

namespace {

/// An axis of several columns, by its own name.
Choice whole_choice(const modulus::Axis& axis) {
  Choice choice{.name = axis.name, .texts = axis.values, .columns = {}, .column_texts = {}};
  for (const modulus::VariantColumn& column : axis.columns) choice.columns.push_back(column.name);
  for (std::size_t value = 0; value < axis.values.size(); ++value) {
    choice.column_texts.emplace_back();
    for (const modulus::VariantColumn& column : axis.columns)
      choice.column_texts.back().push_back(column.text(axis.variant_with(value)));
  }
  return choice;
}

}  // namespace

std::span<const Choice> candidate_choices() {
  static const std::vector<Choice> all = [] {
    std::vector<Choice> choices;
    for (const modulus::Axis& axis : modulus::variant_axes()) {
      for (const modulus::VariantColumn& column : axis.columns)
        choices.push_back({.name = column.name,
                           .texts = axis.texts_in(column),
                           .is_part = axis.columns.size() > 1 && axis.name != column.name,
                           .columns = {},
                           .column_texts = {}});
      if (std::ranges::find(axis.columns, axis.name, &modulus::VariantColumn::name) == axis.columns.end())
        choices.push_back(whole_choice(axis));
    }
    return choices;
  }();
  return all;
}

std::vector<std::size_t> plainness_of(std::string_view candidate) {
  const std::vector<std::size_t> last{std::numeric_limits<std::size_t>::max()};
  if (!family_of(candidate).empty()) return last;
  try {
    return modulus::order_of(modulus::parse_variant(candidate));
  } catch (const Error&) {
    return last;
  }
}

}  // namespace modlab
