#pragma once

#include <vector>

#include "harness/store/tuned.h"
#include "harness/tune/strategy.h"
#include "kernels/space.h"

namespace modlab::tune {

/// What the searches of a run have shown, as hints for the next one.
class Lessons {
 public:
  /// What the search of a workload has shown.
  void learn(const store::TunedKey& workload, std::vector<Hint> hints);

  /// The hints of the workloads that are most like this one, the more like it the weightier.
  [[nodiscard]] std::vector<Hint> hints_for(const store::TunedKey& workload) const;

 private:
  struct Lesson {
    store::TunedKey workload;
    std::vector<Hint> hints;
  };
  std::vector<Lesson> lessons_;
};

/// What the rows of a workload show of its space, in a limited number of hints.
std::vector<Hint> hints_from(const std::vector<store::Row>& rows, const Space& space);

}  // namespace modlab::tune
