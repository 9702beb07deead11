#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "harness/store/row.h"
#include "harness/store/samples.h"
#include "harness/tune/search_space.h"
#include "kernels/accuracy.h"
#include "kernels/catalogue.h"

namespace modlab::tune {

/// A space with the recorded cost of each of its points: what a search of it would have found.
struct RecordedSpace {
  struct Entry {
    std::optional<double> cost{};   ///< the point's true time, in any unit; nothing if it failed
    std::vector<double> samples{};  ///< what a search would have seen of it, in its order; may be empty
  };
  std::string workload;
  std::optional<Accuracy> accuracy{};  ///< the class, if these are our variants
  std::string adapter{};               ///< may be empty
  SearchSpace space;
  std::vector<Entry> entries;  ///< of each point; at least one has a cost

  /// Those of the points that did not fail.
  [[nodiscard]] std::vector<double> costs() const;
};

/// What was recorded, in words.
std::string title_of(const RecordedSpace& recorded);

/// Every accuracy class of every workload on every adapter with at least ten timed variants: with fewer there is
/// nothing to search.
std::vector<RecordedSpace> recorded_spaces(const std::vector<store::Row>& rows,
                                           const std::vector<store::Sample>& samples, const Catalogue& catalogue);

/// Reads a run's journal, or a cache file of Kernel Tuner, known by its extension .json. Throws Error naming the file
/// if there is nothing to search in it.
std::vector<RecordedSpace> read_recorded_spaces(const std::filesystem::path& path, const Catalogue& catalogue);

}  // namespace modlab::tune
