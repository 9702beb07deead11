#include "harness/tune/recorded_space.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "harness/store/journal.h"
#include "harness/system/file.h"
#include "harness/tune/evaluation.h"
#include "harness/tune/kernel_tuner_cache.h"
#include "kernels/error.h"

namespace modlab::tune {
namespace {

constexpr std::size_t kMinTimed = 10;

}  // namespace

std::vector<double> RecordedSpace::costs() const {
  std::vector<double> costs;
  for (const Entry& entry : entries)
    if (entry.cost) costs.push_back(*entry.cost);
  return costs;
}

std::string title_of(const RecordedSpace& recorded) {
  std::string title = recorded.workload;
  if (recorded.accuracy) title += fmt::format(", {}", name_of(*recorded.accuracy));
  if (!recorded.adapter.empty()) title += fmt::format(", {}", recorded.adapter);
  return title;
}

std::vector<RecordedSpace> recorded_spaces(const std::vector<store::Row>& rows,
                                           const std::vector<store::Sample>& samples, const Catalogue& catalogue) {
  std::map<std::uint64_t, std::vector<double>> screened;
  for (const store::Sample& sample : samples)
    if (sample.phase == "screen") screened[sample.row].push_back(sample.ns);
  std::vector<RecordedSpace> all;
  std::vector<std::vector<std::string>> names;  // of each space
  for (const store::Row& row : rows) {
    if (row.accuracy == name_of(Accuracy::peer)) continue;  // no search would find it
    const std::string workload = store::workload_of(row);
    const Accuracy accuracy = row.accuracy == name_of(Accuracy::exact) ? Accuracy::exact : Accuracy::formula;
    const auto same = [&](const RecordedSpace& recorded) {
      return recorded.workload == workload && recorded.accuracy == accuracy && recorded.adapter == row.adapter;
    };
    const auto which = static_cast<std::size_t>(std::ranges::find_if(all, same) - all.begin());
    if (which == all.size()) {
      all.push_back({.workload = workload, .accuracy = accuracy, .adapter = row.adapter, .space = {}, .entries = {}});
      names.emplace_back();
    }
    const bool timed = is_ok(row) && row.median_ns;
    all[which].entries.push_back(timed ? RecordedSpace::Entry{row.median_ns, screened[row.row]}
                                       : RecordedSpace::Entry{});
    names[which].push_back(row.variant);
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    Space space = catalogue.space_of(names[i]);
    all[i].space = {std::move(space.axes), std::move(space.points)};
  }
  std::erase_if(all, [](const RecordedSpace& recorded) { return recorded.costs().size() < kMinTimed; });
  return all;
}

std::vector<RecordedSpace> read_recorded_spaces(const std::filesystem::path& path, const Catalogue& catalogue) {
  if (path.extension() == ".json") return {parse_kernel_tuner_cache(read_text(path), path)};
  std::vector<RecordedSpace> all =
      recorded_spaces(store::read_journal(path).rows, store::read_samples(path), catalogue);
  if (all.empty())
    throw Error(
        fmt::format("{}: no workload has enough measured variants to search; record one with `modlab tune "
                    "--strategy exhaustive`",
                    path.string()));
  return all;
}

}  // namespace modlab::tune
