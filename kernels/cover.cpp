#include "kernels/cover.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <queue>

namespace modlab {
namespace {

using Numbers = std::vector<std::uint32_t>;

/// Numbers the distinct values of one axis from 0.
class Numbering {
 public:
  std::uint32_t operator()(const std::string& value) {
    return numbers_.try_emplace(value, static_cast<std::uint32_t>(numbers_.size())).first->second;
  }
  [[nodiscard]] std::size_t size() const { return numbers_.size(); }

 private:
  std::map<std::string, std::uint32_t> numbers_;
};

/// The numbers of the pairs of values in each case, unique across all axes, and how many there are.
struct PairNumbers {
  explicit PairNumbers(std::span<const Choices> cases) {
    const std::size_t axes = cases.empty() ? 0 : cases.front().size();
    std::vector<Numbering> numberings(axes);
    std::vector<Numbers> values;
    for (const Choices& choices : cases) {
      values.emplace_back();
      for (std::size_t i = 0; i < axes; ++i) values.back().push_back(numberings[i](choices[i]));
    }
    of_case.resize(cases.size());
    for (std::size_t i = 0; i < axes; ++i)
      for (std::size_t j = 0; j < i; ++j) {
        const std::size_t width = numberings[j].size();
        for (std::size_t c = 0; c < values.size(); ++c)
          of_case[c].push_back(static_cast<std::uint32_t>(count + values[c][i] * width + values[c][j]));
        count += numberings[i].size() * width;
      }
  }

  std::vector<Numbers> of_case;
  std::size_t count = 0;
};

}  // namespace

std::vector<std::size_t> pairwise_cover(std::span<const Choices> cases) {
  const PairNumbers pairs(cases);
  std::vector<bool> covered(pairs.count, false);
  const auto gain = [&](std::size_t index) {
    return std::ranges::count_if(pairs.of_case[index], [&](std::uint32_t pair) { return !covered[pair]; });
  };
  // Greedily picks the case that adds the most pairs. A case's gain only ever shrinks, so one whose figure is still
  // current at the top of the queue is the best. Ties are broken in a scattered order: in the original order, the first
  // values of an axis would fill most of the cover.
  struct Next {
    std::ptrdiff_t gain;
    std::size_t index;
  };
  const auto scattered = [](std::size_t index) { return static_cast<std::uint32_t>(index) * 2654435769u; };
  const auto worse = [&](const Next& x, const Next& y) {
    return x.gain != y.gain ? x.gain < y.gain : scattered(x.index) > scattered(y.index);
  };
  std::priority_queue<Next, std::vector<Next>, decltype(worse)> queue(worse);
  for (std::size_t index = 0; index < cases.size(); ++index) queue.push({gain(index), index});
  std::vector<std::size_t> cover;
  while (!queue.empty()) {
    const Next best = queue.top();
    queue.pop();
    const std::ptrdiff_t now = gain(best.index);
    if (now == 0) continue;
    if (now < best.gain) {
      queue.push({now, best.index});
      continue;
    }
    for (const std::uint32_t pair : pairs.of_case[best.index]) covered[pair] = true;
    cover.push_back(best.index);
  }
  return cover;
}

}  // namespace modlab
