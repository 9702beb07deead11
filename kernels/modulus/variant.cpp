#include "kernels/modulus/variant.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "kernels/candidate.h"
#include "kernels/error.h"
#include "kernels/files/kernel_file.h"
#include "kernels/modulus/axis.h"
#include "kernels/split.h"

namespace modlab::modulus {
namespace {

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

std::string own_name(const Variant& variant) {
  const KernelFile& kernel = *variant.kernel;
  std::string name = kernel.name + ":";
  for (std::size_t i = 0; i < kernel.axes.size(); ++i)
    name += fmt::format("{}={}-", kernel.axes[i].name, kernel.axes[i].values[variant.values[i]]);
  return name + fmt::format("{}-{}", name_of(variant.build), kernel.hash);
}

Variant parse_own(std::string_view name, const Kernels& kernels) {
  const std::size_t colon = name.find(':');
  const std::string_view stem = name.substr(0, colon);
  const std::string_view hash = kernel_hash_in(name);
  const KernelPtr kernel = find_kernel(kernels, stem, hash);
  if (const KernelPtr latest = find_kernel(kernels, stem); kernel == nullptr && latest != nullptr)
    throw Error(
        fmt::format("variant '{}': {} has changed since; its hash is {} now", name, latest->file, latest->hash));
  if (kernel == nullptr)
    throw Error(fmt::format("variant '{}': there is no kernel '{}' here; name its file with --kernel", name, stem));
  std::string_view rest = name.substr(colon + 1);
  OwnValues values{};
  for (std::size_t i = 0; i < kernel->axes.size(); ++i) {
    const KernelFile::Axis& axis = kernel->axes[i];
    const std::string_view part = rest.substr(0, rest.find('-'));
    const std::size_t equals = std::min(part.find('='), part.size());
    const auto value = std::ranges::find(axis.values, part.substr(std::min(equals + 1, part.size())));
    if (part.substr(0, equals) != axis.name || value == axis.values.end())
      throw Error(fmt::format("variant '{}': '{}' is not understood; {} is one of {}", name, part, axis.name,
                              fmt::join(axis.values, ", ")));
    values[i] = static_cast<std::uint8_t>(value - axis.values.begin());
    rest.remove_prefix(std::min(part.size() + 1, rest.size()));
  }
  if (!hash.empty()) rest.remove_suffix(std::min(hash.size() + 1, rest.size()));
  const auto builds = std::ranges::find(variant_axes(), "build", &Axis::name);
  const auto build = std::ranges::find(builds->values, rest);
  if (build == builds->values.end())
    throw Error(fmt::format("variant '{}': '{}' is not understood; the build is one of {}", name, rest,
                            fmt::join(builds->values, ", ")));
  return own_variant(kernel, values,
                     builds->variant_with(static_cast<std::size_t>(build - builds->values.begin())).build);
}

}  // namespace

Accuracy accuracy_of(const Variant& variant) {
  return is_own(variant) ? variant.kernel->accuracy : modulus::accuracy_of(variant.algorithm);
}

std::string name_of(const Variant& variant) {
  if (is_own(variant)) return own_name(variant);
  std::string name;
  for (const Axis& axis : variant_axes())
    if (const std::string part = axis.text(variant); !part.empty()) name.append(name.empty() ? "" : "-").append(part);
  return name;
}

Variant parse_variant(std::string_view name, const Kernels& kernels) {
  if (name.find(':') != std::string_view::npos) return parse_own(name, kernels);
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

}  // namespace modlab::modulus
