#include "harness/analysis/peers.h"

#include "kernels/algorithm.h"

namespace modlab {

Rows peers_of(const Run& run, std::size_t group, const std::vector<Row>& elsewhere) {
  Rows peers;
  for (const std::size_t index : timed_rows(run, group, name_of(Accuracy::peer))) peers.push_back(&run.rows()[index]);
  const std::string workload = workload_of(run.rows()[run.groups[group].indices.front()]);
  for (const Row& row : elsewhere)
    if (workload_of(row) == workload) peers.push_back(&row);
  return measured(peers);
}

}  // namespace modlab
