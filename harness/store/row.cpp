#include "harness/store/row.h"

#include <algorithm>
#include <utility>

#include "kernels/accuracy.h"
#include "kernels/candidate.h"
#include "kernels/workload.h"

namespace modlab::store {

std::string workload_of(const Row& row) { return name_of(fields_of(row)); }

WorkloadFields fields_of(const Row& row) {
  return {row.op, row.dtype, row.shape, row.layout, row.placement, row.data_set};
}

void set_workload(Row& row, const Workload& workload) {
  row.op = workload.fields.op;
  row.dtype = workload.fields.dtype;
  row.shape = workload.fields.shape;
  row.layout = workload.fields.layout;
  row.placement = workload.fields.placement;
  row.data_set = workload.fields.data_set;
}

void set_candidate(Row& row, const Candidate& candidate) {
  row.variant = candidate.name;
  row.accuracy = name_of(candidate.accuracy);
  row.choices.assign(choice_columns().size(), "");
  if (!candidate.recipe) return;
  for (auto& [column, text] : candidate.recipe->choices())
    if (const auto found = std::ranges::find(choice_columns(), column); found != choice_columns().end())
      row.choices[static_cast<std::size_t>(found - choice_columns().begin())] = std::move(text);
}

}  // namespace modlab::store
