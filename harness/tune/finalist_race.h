#pragma once

#include <random>
#include <string_view>
#include <vector>

#include "harness/measure/relocation.h"
#include "harness/measure/rounds.h"
#include "harness/statistics/race.h"

namespace modlab::tune {

/// Kernels of which one is the best: those of an accuracy class, or the copies.
struct KernelClass {
  std::string_view name;
  std::vector<std::size_t> members{};  ///< indices of kernels
  bool is_copies = false;
};

/// Races kernels of several classes against each other in the same rounds, at ever other addresses.
class FinalistRace {
 public:
  /// Recreates the kernels within their vector.
  FinalistRace(measure::Sampler& sampler, std::vector<measure::PreparedKernel>& kernels,
               std::vector<KernelClass> classes);

  struct Rule {
    double limit_s = 0;
    std::size_t min_rounds = 0;
    bool losers_stay = false;  ///< in the rounds, for figures as good as the winner's
  };
  /// Ends when every class is settled or the time is up, after a few blocks at least.
  void run(const Rule& rule, std::mt19937_64& random);

  [[nodiscard]] const std::vector<KernelClass>& classes() const { return classes_; }
  [[nodiscard]] const statistics::Race& race(std::size_t which) const { return races_[which]; }
  [[nodiscard]] const measure::Measurement& measurement(std::size_t kernel) const { return timed_[kernel].measurement; }

  /// The members of a class that have not lost, fastest first.
  [[nodiscard]] std::vector<std::size_t> best_first(std::size_t which) const;

 private:
  [[nodiscard]] std::vector<statistics::BlockedSamples> samples_of(const KernelClass& which) const;
  bool is_over(double elapsed_ns, const Rule& rule);
  void let_losers_leave(std::size_t which);

  measure::Sampler& sampler_;
  std::vector<KernelClass> classes_;
  std::vector<statistics::Race> races_;
  std::vector<measure::TimedKernel> timed_;
  measure::Relocation relocation_;
};

}  // namespace modlab::tune
