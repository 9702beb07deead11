#include <algorithm>
#include <numeric>

#include "harness/tune/search_map.h"
#include "harness/tune/strategies.h"

namespace modlab::tune {
namespace {

/// Proposes a list from front to back, whatever the results.
class FixedOrder : public Strategy {
 public:
  explicit FixedOrder(std::vector<std::size_t> order) : order_(std::move(order)) {}

  std::optional<Proposal> next() override {
    if (next_ == order_.size()) return std::nullopt;
    return Proposal{order_[next_++]};
  }
  void learn(std::optional<double>) override {}
  std::vector<std::size_t> likely_next(std::size_t count) const override {
    const auto begin = order_.begin() + static_cast<std::ptrdiff_t>(next_);
    return {begin, begin + static_cast<std::ptrdiff_t>(std::min(count, order_.size() - next_))};
  }

 private:
  std::vector<std::size_t> order_;
  std::size_t next_ = 0;
};

std::vector<std::size_t> all_points(const SearchRequest& request) {
  std::vector<std::size_t> points(request.space.size());
  std::iota(points.begin(), points.end(), std::size_t{0});
  return points;
}

}  // namespace

std::unique_ptr<Strategy> make_exhaustive_search(const SearchRequest& request) {
  // In order, a budget would never reach the last values of the first axes.
  if (request.limited) return make_random_search(request);
  return std::make_unique<FixedOrder>(all_points(request));
}

std::unique_ptr<Strategy> make_random_search(const SearchRequest& request) {
  std::vector<std::size_t> order = all_points(request);
  if (!order.empty()) {
    std::mt19937_64 random(request.seed);
    std::vector<std::size_t> rest(order.begin() + 1, order.end());
    shuffle(rest, random);
    std::ranges::copy(rest, order.begin() + 1);  // the plainest stays first: speed-ups are relative to it
  }
  return std::make_unique<FixedOrder>(std::move(order));
}

}  // namespace modlab::tune
