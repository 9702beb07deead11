#include "kernels/workload.h"

#include <fmt/format.h>

#include <vector>

#include "kernels/error.h"

namespace modlab {
namespace {

template <typename Table>
auto parse_part(const Table& table, std::string_view what, std::string_view text, std::string_view name) {
  if (const auto value = value_in(table, text)) return *value;
  throw Error(fmt::format("workload '{}': unknown {} '{}'; choose from {}", name, what, text, choices_in(table)));
}

}  // namespace

std::string name_of(const Workload& workload) {
  return fmt::format("{}/{}/{}/{}/{}/{}", name_of(workload.rounding), name_of(workload.type), name_of(workload.shape),
                     name_of(workload.layout), name_of(workload.placement), name_of(workload.data_set));
}

Workload parse_workload(std::string_view name) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0; begin <= name.size();) {
    const std::size_t end = std::min(name.find('/', begin), name.size());
    parts.push_back(name.substr(begin, end - begin));
    begin = end + 1;
  }
  if (parts.size() != 6)
    throw Error(fmt::format("workload '{}': a name has six parts, as in {}", name, name_of(Workload{})));
  return {.rounding = parse_part(kRoundingNames, "operator", parts[0], name),
          .type = parse_part(kDataTypeNames, "data type", parts[1], name),
          .shape = parse_shape(parts[2]),
          .layout = parse_part(kLayoutNames, "layout", parts[3], name),
          .placement = parse_part(kPlacementNames, "placement", parts[4], name),
          .data_set = parse_part(kDataSetNames, "data set", parts[5], name)};
}

ModulusDesc describe(const Workload& workload) {
  const TensorDesc tensor{.type = workload.type, .sizes = workload.shape, .strides = {}};
  return {.rounding = workload.rounding, .a = tensor, .b = tensor, .out = tensor};
}

std::uint64_t element_count(const Workload& workload) { return element_count(workload.shape); }

std::uint64_t tensor_bytes(const Workload& workload) { return element_count(workload) * bytes_of(workload.type); }

std::uint64_t bytes_moved(const Workload& workload) { return 3 * tensor_bytes(workload); }

}  // namespace modlab
