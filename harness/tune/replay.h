#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "harness/store/row.h"
#include "harness/store/samples.h"
#include "harness/tune/search_space.h"
#include "kernels/algorithm.h"

namespace modlab {

/// One accuracy class of one workload on one adapter as a run recorded it: what a search would have found.
struct Record {
  struct Entry {
    double median_ns;                ///< the point's true time
    std::vector<double> samples_ns;  ///< what a search would have seen, in its order; may be empty
  };
  std::string workload;
  Accuracy accuracy = Accuracy::exact;
  std::string adapter;
  SearchSpace space;
  std::vector<Entry> entries;  ///< of each point
};

/// Every class of every workload with at least ten measured variants: with fewer there is nothing to search.
std::vector<Record> make_records(const std::vector<Row>& rows, const std::vector<Sample>& samples);

/// The regret after each proposal, as a share of the optimum, and the effort spent by then, in full measurements.
struct RegretCurve {
  std::vector<double> evaluations;
  std::vector<double> regret;

  /// The regret after this many evaluations; infinite before the first.
  [[nodiscard]] double at(double evaluations) const;
};

/// Searches a record with one strategy and one seed until it has spent `max_evaluations`.
RegretCurve replay(const Record& record, std::string_view strategy, std::uint64_t seed, double max_evaluations);

}  // namespace modlab
