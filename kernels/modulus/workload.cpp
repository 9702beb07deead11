#include "kernels/modulus/workload.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "kernels/error.h"
#include "kernels/split.h"

namespace modlab::modulus {
namespace {

template <typename Table>
auto parse_part(const Table& table, std::string_view what, std::string_view text, std::string_view name) {
  if (const auto value = value_in(table, text)) return *value;
  throw Error(fmt::format("workload '{}': unknown {} '{}'; choose from {}", name, what, text, choices_in(table)));
}

// Odd, so that rows of an even number of 8- or 16-bit elements start anywhere within a 32-bit word.
constexpr std::uint64_t kPaddingElements = 3;

using Strides = std::vector<std::uint64_t>;

Strides padded_strides(const Shape& shape) {
  Strides strides(shape.size(), 1);
  std::uint64_t stride = shape.back() + kPaddingElements;
  for (std::size_t i = shape.size() - 1; i-- > 0; stride *= shape[i]) strides[i] = stride;
  return strides;
}

Strides transposed_strides(const Shape& shape) {
  Strides strides = strides_of({.sizes = shape, .strides = {}});
  strides[shape.size() - 1] = shape[shape.size() - 2];
  strides[shape.size() - 2] = 1;
  return strides;
}

/// The channels, dimension 1, innermost.
Strides channels_last_strides(const Shape& shape) {
  Strides strides(shape.size(), 1);
  std::uint64_t stride = shape[1];
  for (std::size_t i = shape.size(); i-- > 2; stride *= shape[i]) strides[i] = stride;
  strides[0] = stride;
  return strides;
}

/// Broadcast in all dimensions but one.
Strides strides_along(const Shape& shape, std::size_t dimension) {
  Strides strides(shape.size(), 0);
  strides[dimension] = 1;
  return strides;
}

std::size_t least_rank(Layout layout) {
  switch (layout) {
    case Layout::packed:
    case Layout::broadcast_b: return 1;
    case Layout::row_b:
    case Layout::channel_b:
    case Layout::transposed:
    case Layout::padded: break;
    case Layout::nhwc_b: return 3;
  }
  return 2;
}

/// The three tensors' strides; none where a tensor is packed.
struct LaidOut {
  Strides a;
  Strides b;
  Strides out;
};

/// The shape must have the dimensions that the layout takes.
LaidOut lay_out(const Workload& workload) {
  const Shape& shape = workload.shape;
  LaidOut strides;
  switch (workload.layout) {
    case Layout::packed: break;
    case Layout::broadcast_b: strides.b.assign(shape.size(), 0); break;
    case Layout::row_b: strides.b = strides_along(shape, shape.size() - 1); break;
    case Layout::channel_b: strides.b = strides_along(shape, 1); break;
    case Layout::transposed: strides.a = transposed_strides(shape); break;
    case Layout::nhwc_b: strides.b = channels_last_strides(shape); break;
    case Layout::padded: strides.a = strides.b = strides.out = padded_strides(shape); break;
  }
  switch (workload.placement) {
    case Placement::out: break;
    case Placement::in_a: strides.out = strides.a; break;
    case Placement::in_b: strides.out = strides.b; break;
  }
  return strides;
}

/// Elements stored for a workload's tensor: a dimension of stride 0 adds none.
std::uint64_t stored_elements(const TensorDesc& desc) {
  std::uint64_t elements = 1;
  const std::vector<std::uint64_t> strides = strides_of(desc);
  for (std::size_t i = 0; i < strides.size(); ++i)
    if (strides[i] != 0) elements *= desc.sizes[i];
  return elements;
}

}  // namespace

std::string name_of(const Workload& workload) {
  return fmt::format("{}/{}/{}/{}/{}/{}", name_of(workload.rounding), name_of(workload.type), name_of(workload.shape),
                     name_of(workload.layout), name_of(workload.placement), name_of(workload.data_set));
}

Workload parse_workload(std::string_view name) {
  const std::vector<std::string_view> parts = split(name, '/');
  if (parts.size() != 6)
    throw Error(fmt::format("workload '{}': a name has six parts, as in {}", name, name_of(Workload{})));
  return {.rounding = parse_part(kRoundingNames, "operator", parts[0], name),
          .type = parse_part(kDataTypeNames, "data type", parts[1], name),
          .shape = parse_shape(parts[2]),
          .layout = parse_part(kLayoutNames, "layout", parts[3], name),
          .placement = parse_part(kPlacementNames, "placement", parts[4], name),
          .data_set = parse_part(kDataSetNames, "data set", parts[5], name)};
}

std::optional<std::string> why_illegal(const Workload& workload) {
  const std::size_t least = least_rank(workload.layout);
  if (workload.shape.size() < least)
    return fmt::format("the layout {} takes at least {} dimensions", name_of(workload.layout), least);
  constexpr std::uint64_t kPairs = 65536;
  if (workload.data_set == DataSet::exhaustive &&
      (bytes_of(workload.type) == 4 || element_count(workload.shape) % kPairs != 0))
    return fmt::format("exhaustive counts through the pairs of 8- and 16-bit types, {} at a time", kPairs);
  const auto [a, b, out] = lay_out(workload);
  for (const Strides& strides : {a, b, out})
    if (!strides.empty() && std::ranges::max(strides) > std::numeric_limits<std::uint32_t>::max())
      return fmt::format("the layout {} gives {} a stride past 32 bits, DirectML's limit", name_of(workload.layout),
                         name_of(workload.shape));
  try {
    validate(describe(workload), FeatureLevel::level_3_0);
  } catch (const Error& refusal) {
    return refusal.what();
  }
  return std::nullopt;
}

Workload parse_legal_workload(std::string_view name) {
  Workload workload = parse_workload(name);
  if (const auto reason = why_illegal(workload)) throw Error(fmt::format("{}: {}", name, *reason));
  return workload;
}

ModulusDesc describe(const Workload& workload) {
  const auto tensor = [&](const Strides& strides) {
    return TensorDesc{.type = workload.type, .sizes = workload.shape, .strides = {strides.begin(), strides.end()}};
  };
  const LaidOut strides = lay_out(workload);
  return {.rounding = workload.rounding,
          .a = tensor(strides.a),
          .b = tensor(strides.b),
          .out = tensor(strides.out),
          .over_a = workload.placement == Placement::in_a,
          .over_b = workload.placement == Placement::in_b};
}

std::uint64_t element_count(const Workload& workload) { return element_count(workload.shape); }

std::uint64_t tensor_bytes(const Workload& workload) { return element_count(workload) * bytes_of(workload.type); }

std::uint64_t bytes_moved(const Workload& workload) {
  const ModulusDesc desc = describe(workload);
  return (stored_elements(desc.a) + stored_elements(desc.b) + stored_elements(desc.out)) * bytes_of(workload.type);
}

}  // namespace modlab::modulus
