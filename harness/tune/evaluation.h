#pragma once

#include <optional>
#include <string>

#include "harness/device/status.h"
#include "harness/measure/roofline.h"
#include "harness/store/row.h"
#include "harness/store/samples.h"

namespace modlab::tune {

/// The outcome of one candidate, from compiler to roofline.
struct Evaluation {
  Candidate candidate;
  Status status = Status::ok;
  std::string detail;
  bool doubtful = false;  ///< it crashed, or a kernel that was being prepared meanwhile did
  store::Findings findings;
  std::optional<measure::Measurement> measurement;
  std::optional<double> roofline_gbps;
};

/// Runs the gate only. Prepares the candidate where `prepared` is empty; a kernel from another workbench can be used
/// where the workloads differ only in their data.
Evaluation verify_variant(measure::Workbench& workbench, const Candidate& candidate,
                          std::optional<measure::PreparedKernel>& prepared);

/// Compiles, verifies, samples, verifies again and checks the figure against the roofline. `relocates`: samples at ever
/// other addresses rather than at one. Throws VariantFailure where a copy or a pilot failed, not the variant.
Evaluation evaluate_variant(measure::Sampler& sampler, measure::Roofline& roofline, const Candidate& candidate,
                            const measure::StoppingRule& rule, bool relocates = false);

/// The journal row of an evaluation on data of this seed; the journal sets its number, run and time.
store::Row make_row(const Workload& workload, std::uint64_t seed, const Evaluation& evaluation, std::string_view mode);

inline bool is_ok(const store::Row& row) { return row.status == name_of(Status::ok); }

/// Whether the row says something of its variant, and not only that its workload could not be set up.
inline bool was_set_up(const store::Row& row) { return row.status != name_of(Status::not_set_up); }

/// Puts a measurement's figures into a row, with a note where the machine drifted.
void set_measurement(store::Row& row, const measure::Measurement& measurement);
/// Puts the roofline into a row that holds its measurement.
void set_roofline(store::Row& row, double roofline_gbps);

/// Every sample of a measurement, marked as drifted or outlier.
std::vector<store::Sample> samples_of(std::uint64_t row, std::string_view phase,
                                      const measure::Measurement& measurement);

}  // namespace modlab::tune
