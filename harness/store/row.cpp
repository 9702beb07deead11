#include "harness/store/row.h"

#include <fmt/format.h>

#include <limits>

#include "kernels/axis.h"
#include "kernels/error.h"
#include "kernels/modulus/algorithm.h"
#include "kernels/workload.h"

namespace modlab {

std::string workload_of(const Row& row) {
  return fmt::format("{}/{}/{}/{}/{}/{}", row.op, row.dtype, row.shape, row.layout, row.placement, row.data_set);
}

std::vector<std::size_t> plainness_of(const Row& row) {
  const std::vector<std::size_t> last{std::numeric_limits<std::size_t>::max()};
  if (is_own_name(row.variant)) return last;
  try {
    const Variant variant = parse_variant(row.variant);
    return is_peer(variant) ? last : order_of(variant);
  } catch (const Error&) {
    return last;
  }
}

void set_workload(Row& row, const Workload& workload) {
  row.op = name_of(workload.rounding);
  row.dtype = name_of(workload.type);
  row.shape = name_of(workload.shape);
  row.layout = name_of(workload.layout);
  row.placement = name_of(workload.placement);
  row.data_set = name_of(workload.data_set);
}

void set_variant(Row& row, const Variant& variant) {
  row.variant = name_of(variant);
  row.accuracy = name_of(accuracy_of(variant));
  row.choices.clear();
  for (const VariantColumn& column : choice_columns())
    row.choices.push_back(is_peer(variant) || (is_own(variant) && !own_has(column.name)) ? std::string()
                                                                                         : column.text(variant));
}

}  // namespace modlab
