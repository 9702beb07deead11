#include "harness/tune/lessons.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <string_view>
#include <utility>

#include "harness/tune/evaluation.h"
#include "harness/tune/rank_targets.h"

namespace modlab::tune {
namespace {

/// From how many workloads hints are taken. More of them are less like the one to be searched, but one alone may have
/// missed the best.
constexpr std::size_t kTeachers = 4;
/// So far away, hints weigh half. Another type is a little further, another operator hardly away at all.
constexpr double kHalfWeightAt = 50;
/// The most hints that are kept of a class of a workload, of which so many are the best: the memory of a long run is
/// that of a short one, and a hundred more say little that is new.
constexpr std::size_t kKept = 48;
constexpr std::size_t kKeptBest = 16;

/// The best, and of the others evenly many of every rank.
std::vector<Hint> most_telling(std::vector<Hint> hints) {
  if (hints.size() <= kKept) return hints;
  std::ranges::stable_sort(hints, {}, &Hint::target);
  std::vector<Hint> kept(hints.begin(), hints.begin() + kKeptBest);
  const std::size_t others = hints.size() - kKeptBest;
  for (std::size_t i = 0; i < kKept - kKeptBest; ++i)
    kept.push_back(std::move(hints[kKeptBest + i * others / (kKept - kKeptBest)]));
  return kept;
}

}  // namespace

void Lessons::learn(const store::TunedKey& workload, std::vector<Hint> hints) {
  lessons_.push_back({workload, std::move(hints)});
}

std::vector<Hint> Lessons::hints_for(const store::TunedKey& workload) const {
  std::vector<std::pair<double, const Lesson*>> nearest;
  for (const Lesson& lesson : lessons_) nearest.emplace_back(store::distance(workload, lesson.workload), &lesson);
  std::ranges::stable_sort(nearest, {}, &std::pair<double, const Lesson*>::first);
  nearest.resize(std::min(kTeachers, nearest.size()));
  std::vector<Hint> hints;
  for (std::uint32_t teacher = 0; teacher < nearest.size(); ++teacher)
    for (Hint hint : nearest[teacher].second->hints) {
      hint.weight = 1 / (1 + nearest[teacher].first / kHalfWeightAt);
      hint.teacher = teacher;
      hints.push_back(std::move(hint));
    }
  return hints;
}

std::vector<Hint> hints_from(const std::vector<store::Row>& rows, const Space& space) {
  std::map<std::string_view, std::size_t> by_name;
  for (std::size_t i = 0; i < space.candidates.size(); ++i) by_name.emplace(space.candidates[i].name, i);
  struct Member {
    const store::Row* row;
    std::size_t point;
  };
  std::map<Accuracy, std::vector<Member>> classes;
  for (const store::Row& row : rows)
    if (const auto found = by_name.find(row.variant); found != by_name.end() && was_set_up(row))
      classes[space.candidates[found->second].accuracy].push_back({&row, found->second});
  std::vector<Hint> hints;
  for (const auto& [accuracy, members] : classes) {
    std::vector<double> costs;
    for (const auto& [row, point] : members)
      costs.push_back(is_ok(*row) ? row->median_ns.value() : std::numeric_limits<double>::infinity());
    const std::vector<double> targets = rank_targets(costs);
    std::vector<Hint> of_class;
    for (std::size_t i = 0; i < members.size(); ++i)
      of_class.push_back(
          {.point = space.points[members[i].point], .of_class = class_of(accuracy), .target = targets[i]});
    std::ranges::move(most_telling(std::move(of_class)), std::back_inserter(hints));
  }
  return hints;
}

}  // namespace modlab::tune
