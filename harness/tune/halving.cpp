#include <algorithm>
#include <array>
#include <deque>
#include <numeric>

#include "harness/tune/search_map.h"
#include "harness/tune/strategies.h"

namespace modlab::tune {
namespace {

/// A cohort begins with this many points and few samples of each; each rung keeps a quarter and takes more.
constexpr std::size_t kCohort = 64;
constexpr std::size_t kKeep = 4;
constexpr std::array<double, 3> kEfforts{0.25, 0.5, 1};

/// Successive halving: little effort for many, much for the few that survive; then the next cohort.
class Halving : public Strategy {
 public:
  explicit Halving(const SearchRequest& request) {
    const SearchMap map(request);
    std::mt19937_64 random(request.seed);
    std::vector<std::size_t> order(map.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    shuffle(order, random);
    for (auto start = map.starts().rbegin(); start != map.starts().rend(); ++start)
      std::rotate(order.begin(), std::ranges::find(order, *start), std::ranges::find(order, *start) + 1);
    waiting_.assign(order.begin(), order.end());
  }

  std::optional<Proposal> next() override {
    if (rung_.empty()) climb();
    if (rung_.empty()) return std::nullopt;
    proposed_ = rung_.front();
    rung_.pop_front();
    return Proposal{proposed_, kEfforts[height_]};
  }

  void learn(std::optional<double> cost) override {
    if (cost) passed_.push_back({proposed_, *cost});
  }

  std::vector<std::size_t> likely_next(std::size_t count) const override {
    return {rung_.begin(), rung_.begin() + static_cast<std::ptrdiff_t>(std::min(count, rung_.size()))};
  }

 private:
  struct Passed {
    std::size_t point;
    double cost;
  };

  /// The best of the last rung go on to the next one; after the last rung comes a new cohort.
  void climb() {
    const bool at_top = height_ + 1 == kEfforts.size();
    if (passed_.empty() || at_top) {
      height_ = 0;
      while (!waiting_.empty() && rung_.size() < kCohort) {
        rung_.push_back(waiting_.front());
        waiting_.pop_front();
      }
    } else {
      ++height_;
      std::ranges::stable_sort(passed_, {}, &Passed::cost);
      for (std::size_t i = 0; i < (passed_.size() + kKeep - 1) / kKeep; ++i) rung_.push_back(passed_[i].point);
    }
    passed_.clear();
  }

  std::deque<std::size_t> waiting_;
  std::deque<std::size_t> rung_;
  std::vector<Passed> passed_;
  std::size_t proposed_ = 0;
  std::size_t height_ = kEfforts.size() - 1;
};

}  // namespace

std::unique_ptr<Strategy> make_halving(const SearchRequest& request) { return std::make_unique<Halving>(request); }

}  // namespace modlab::tune
