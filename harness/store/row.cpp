#include "harness/store/row.h"

#include <fmt/format.h>

#include <limits>

#include "kernels/accuracy.h"
#include "kernels/axis.h"
#include "kernels/candidate.h"
#include "kernels/error.h"
#include "kernels/workload.h"

namespace modlab::store {

std::string workload_of(const Row& row) {
  return fmt::format("{}/{}/{}/{}/{}/{}", row.op, row.dtype, row.shape, row.layout, row.placement, row.data_set);
}

std::vector<std::size_t> plainness_of(const Row& row) {
  const std::vector<std::size_t> last{std::numeric_limits<std::size_t>::max()};
  if (!family_of(row.variant).empty()) return last;
  try {
    return order_of(parse_variant(row.variant));
  } catch (const Error&) {
    return last;
  }
}

void set_workload(Row& row, const Workload& workload) {
  row.op = modulus::name_of(workload.rounding);
  row.dtype = name_of(workload.type);
  row.shape = name_of(workload.shape);
  row.layout = name_of(workload.layout);
  row.placement = name_of(workload.placement);
  row.data_set = name_of(workload.data_set);
}

void set_candidate(Row& row, const Candidate& candidate) {
  row.variant = candidate.name;
  row.accuracy = name_of(candidate.accuracy);
  row.choices.clear();
  for (const VariantColumn& column : choice_columns())
    row.choices.push_back(candidate.variant ? text_in(column, *candidate.variant) : std::string());
}

}  // namespace modlab::store
