#include "kernels/files/kernel_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "kernels/candidate.h"
#include "kernels/error.h"
#include "kernels/expression.h"
#include "kernels/modulus/axis.h"
#include "kernels/split.h"

namespace modlab {
namespace {

constexpr std::string_view kMark = "modlab:";
constexpr std::size_t kMaxValues = 64;
constexpr std::size_t kMaxNameBytes = 255;  // as file systems have it
constexpr std::size_t kMaxCombinations = 20'000;

/// What modlab defines for every kernel file.
constexpr std::array<std::string_view, 15> kReserved{
    "ROUNDING",     "ELEMENT",          "ELEMENT_BYTES",    "PLACEMENT",          "STORAGE",
    "NATIVE16",     "WAVE_LANES",       "PACKED8",          "A_REGISTER",         "B_REGISTER",
    "OUT_REGISTER", "A_WORDS_REGISTER", "B_WORDS_REGISTER", "OUT_WORDS_REGISTER", "EXACT_ALGORITHM"};

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r";
  const std::size_t first = text.find_first_not_of(kSpace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

bool is_word(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
}

bool is_identifier(std::string_view text) { return is_word(text) && !(text[0] >= '0' && text[0] <= '9'); }

std::optional<std::int64_t> number_in(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// What follows "// modlab:" in a line; nothing in any other line.
std::optional<std::string_view> declaration_in(std::string_view line) {
  line = trimmed(line);
  if (!line.starts_with("//")) return std::nullopt;
  line = trimmed(line.substr(2));
  if (!line.starts_with(kMark)) return std::nullopt;
  return trimmed(line.substr(kMark.size()));
}

/// Reads one declaration after the other into a kernel.
class Declarations {
 public:
  explicit Declarations(KernelFile& kernel) : kernel_(kernel) {}

  void read(std::string_view text, std::uint32_t line) {
    line_ = line;
    const std::size_t end = std::min(text.find_first_of(" \t"), text.size());
    const std::string_view keyword = text.substr(0, end);
    const std::string_view rest = trimmed(text.substr(end));
    if (keyword == "axis") return read_axis(rest);
    if (rest.empty()) fail(fmt::format("'{}' needs something after it", keyword));
    if (keyword == "op") return read_names(rest, modulus::kRoundingNames, kernel_.roundings);
    if (keyword == "dtype") return read_names(rest, kDataTypeNames, kernel_.types);
    if (keyword == "layout") return read_names(rest, kStorageNames, kernel_.storages);
    if (keyword == "placement") return read_names(rest, modulus::kPlacementNames, kernel_.placements);
    if (keyword == "accuracy") return read_accuracy(rest);
    if (keyword == "view") return read_view(rest);
    if (keyword == "threads") return read_expression(rest, kernel_.threads);
    if (keyword == "elements") return read_expression(rest, kernel_.elements);
    if (keyword == "constraint") return read_expression(rest, kernel_.constraints.emplace_back());
    if (keyword == "build") return read_builds(rest);
    if (keyword == "entry") return read_entry(rest);
    fail(
        fmt::format("'{}' is not understood; a line says op, dtype, layout, placement, accuracy, axis, constraint, "
                    "view, threads, elements, build or entry",
                    keyword));
  }

  /// Checks what needs all declarations.
  void finish() {
    line_ = 0;
    for (const auto& [missing, keyword, example] :
         {std::tuple(kernel_.roundings.empty(), "op", "floor, truncate"),
          std::tuple(kernel_.types.empty(), "dtype", "f32"), std::tuple(kernel_.threads.text.empty(), "threads", "256"),
          std::tuple(kernel_.elements.text.empty(), "elements", "4")})
      if (missing)
        fail(fmt::format("it does not say '// modlab: {} ...', for example '{} {}'", keyword, keyword, example));
    std::size_t combinations = 1;
    for (const KernelFile::Axis& axis : kernel_.axes) combinations *= axis.values.size();
    if (combinations > kMaxCombinations)
      fail(fmt::format("its axes have {} combinations, more than {}", combinations, kMaxCombinations));
    try_expression(kernel_.stride);
    try_expression(kernel_.threads);
    for (const KernelFile::Expression& constraint : kernel_.constraints) try_expression(constraint);
    static_cast<void>(kernel_.value_of(kernel_.elements, {}, kernel_.types.front()));
  }

 private:
  [[noreturn]] void fail(const std::string& why) const {
    if (line_ == 0) throw Error(fmt::format("{}: {}", kernel_.file, why));
    throw Error(fmt::format("{}:{}: {}", kernel_.file, line_, why));
  }

  void try_expression(const KernelFile::Expression& expression) const {
    static_cast<void>(kernel_.value_of(expression, {}));
  }

  void read_axis(std::string_view text) {
    const std::size_t equals = text.find('=');
    KernelFile::Axis axis{.name = std::string(trimmed(text.substr(0, equals))), .values = {}};
    if (equals == std::string_view::npos || !is_identifier(axis.name))
      fail(fmt::format("'axis {}': write a name and its values, such as 'axis UNROLL = 1, 2, 4'", text));
    if (std::ranges::find(kReserved, axis.name) != kReserved.end())
      fail(fmt::format("the name {} is taken: modlab defines it", axis.name));
    if (std::ranges::find(kernel_.axes, axis.name, &KernelFile::Axis::name) != kernel_.axes.end())
      fail(fmt::format("there are two axes {}", axis.name));
    for (const std::string_view part : split(text.substr(equals + 1), ',')) {
      const std::string value(trimmed(part));
      if (!is_word(value)) fail(fmt::format("axis {}: '{}' is no value; write a number or a word", axis.name, value));
      if (std::ranges::find(axis.values, value) != axis.values.end())
        fail(fmt::format("axis {} has {} twice", axis.name, value));
      axis.values.push_back(value);
    }
    if (axis.values.size() > kMaxValues) fail(fmt::format("axis {} has more than {} values", axis.name, kMaxValues));
    if (kernel_.axes.size() == modulus::OwnValues().size())
      fail(fmt::format("there are more than {} axes", modulus::OwnValues().size()));
    kernel_.axes.push_back(std::move(axis));
  }

  template <typename Table, typename Value>
  void read_names(std::string_view text, const Table& table, std::vector<Value>& values) {
    values.clear();
    for (const std::string_view part : split(text, ',')) {
      const std::string_view name = trimmed(part);
      if (name == "all") {
        for (const auto& row : table) values.push_back(row.value);
        continue;
      }
      const auto value = value_in(table, name);
      if (!value) fail(fmt::format("'{}' is unknown; choose from {}, all", name, choices_in(table)));
      values.push_back(*value);
    }
  }

  void read_accuracy(std::string_view text) {
    if (text != name_of(Accuracy::exact) && text != name_of(Accuracy::formula))
      fail(fmt::format("accuracy is exact or formula, not '{}'", text));
    kernel_.accuracy = *value_in(kAccuracyNames, text);
  }

  void read_view(std::string_view text) {
    const std::size_t end = std::min(text.find_first_of(" \t"), text.size());
    const auto access = value_in(kAccessNames, text.substr(0, end));
    if (!access)
      fail(fmt::format("'{}' is no kind of view; choose from {}", text.substr(0, end), choices_in(kAccessNames)));
    kernel_.access = *access;
    if (const std::string_view stride = trimmed(text.substr(end)); !stride.empty())
      read_expression(stride, kernel_.stride);
    else if (*access != Access::raw)
      fail(fmt::format("'view {}' needs the bytes of an element, such as 'view {} 16'", text, text));
  }

  void read_expression(std::string_view text, KernelFile::Expression& expression) const {
    expression = {std::string(text), line_};
  }

  void read_builds(std::string_view text) {
    const auto axis = std::ranges::find(modulus::variant_axes(), "build", &modulus::Axis::name);
    for (const std::string_view part : split(text, ',')) {
      const auto value = std::ranges::find(axis->values, trimmed(part));
      if (value == axis->values.end())
        fail(fmt::format("build '{}' is unknown; choose from {}", trimmed(part), fmt::join(axis->values, ", ")));
      kernel_.builds.push_back(axis->variant_with(static_cast<std::size_t>(value - axis->values.begin())).build);
    }
  }

  void read_entry(std::string_view text) {
    if (!is_identifier(text)) fail(fmt::format("'{}' is no name of a function", text));
    kernel_.entry = text;
  }

  KernelFile& kernel_;
  std::uint32_t line_ = 0;
};

}  // namespace

std::int64_t KernelFile::value_of(const Expression& expression, const modulus::OwnValues& values,
                                  std::optional<DataType> type) const {
  const auto symbol = [&](std::string_view symbol_name) -> std::optional<std::int64_t> {
    if (type && symbol_name == "ELEMENT_BYTES") return bytes_of(*type);
    for (std::size_t i = 0; i < axes.size(); ++i)
      if (axes[i].name == symbol_name) return number_in(axes[i].values[values[i]]);
    return std::nullopt;
  };
  try {
    return evaluate(expression.text, symbol);
  } catch (const Error& error) {
    throw Error(fmt::format("{}:{}: {}", file, expression.line, error.what()));
  }
}

KernelPtr parse_kernel(const std::string& file, ShaderSources sources, std::string hash) {
  KernelFile kernel{.name = file.substr(0, file.rfind('.')),
                    .file = file,
                    .hash = std::move(hash),
                    .sources = std::move(sources),
                    .all_sources = {},
                    .roundings = {},
                    .types = {},
                    .axes = {},
                    .constraints = {},
                    .builds = {},
                    .threads = {},
                    .elements = {}};
  for (const auto& [name, text] : kernel.sources)
    if (name.size() > kMaxNameBytes)
      throw Error(fmt::format("a kernel has a file whose name is longer than {} bytes", kMaxNameBytes));
  if (!is_identifier(kernel.name))
    throw Error(fmt::format("{}: a kernel is named by its file, so that takes letters, digits and _ only", file));
  Declarations declarations(kernel);
  std::uint32_t line = 0;
  for (const std::string_view text : split(kernel.sources.at(file), '\n')) {
    ++line;
    if (const auto declaration = declaration_in(text)) declarations.read(*declaration, line);
  }
  declarations.finish();
  auto all = std::make_shared<ShaderSources>(kernel.sources);
  all->insert(embedded_shaders().begin(), embedded_shaders().end());
  kernel.all_sources = std::move(all);
  return std::make_shared<const KernelFile>(std::move(kernel));
}

KernelPtr find_kernel(const Kernels& kernels, std::string_view name, std::string_view hash) {
  const auto fits = [&](const KernelPtr& kernel) {
    return kernel->name == name && (hash.empty() || kernel->hash == hash);
  };
  const auto last = std::ranges::find_if(kernels.rbegin(), kernels.rend(), fits);
  return last == kernels.rend() ? nullptr : *last;
}

KernelPtr kernel_of(const Kernels& kernels, std::string_view candidate) {
  const std::size_t colon = candidate.find(':');
  if (colon == std::string_view::npos) return nullptr;
  return find_kernel(kernels, candidate.substr(0, colon), kernel_hash_in(candidate));
}

bool serves(const KernelFile& kernel, std::string_view workload) {
  const auto has = [](const auto& values, auto value) { return std::ranges::find(values, value) != values.end(); };
  const modulus::Workload asked = modulus::parse_legal_workload(workload);
  return has(kernel.roundings, asked.rounding) && has(kernel.types, asked.type) &&
         has(kernel.placements, asked.placement) && has(kernel.storages, storage_of(modulus::describe(asked)));
}

modulus::Variant own_variant(const KernelPtr& kernel, const modulus::OwnValues& values, const Build& build) {
  modulus::Variant variant{.access = kernel->access, .algorithm = modulus::Algorithm::own, .build = build};
  variant.load_bytes = static_cast<std::uint32_t>(kernel->value_of(kernel->stride, values));
  variant.threads = static_cast<std::uint32_t>(kernel->value_of(kernel->threads, values));
  variant.binding = kernel->access == Access::typed ? Binding::table : Binding::root;
  variant.kernel = kernel;
  variant.values = values;
  return variant;
}

}  // namespace modlab
