#include "harness/analysis/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <utility>

#include "harness/report/selection.h"
#include "kernels/accuracy.h"
#include "kernels/error.h"
#include "kernels/split.h"
#include "kernels/words.h"

namespace modlab::analysis {
namespace {

bool is_timed(const store::Row& row) { return report::passed(row) && row.median_ns && *row.median_ns > 0; }

std::vector<std::size_t> values_in(const AxisColumn& axis, const std::vector<std::size_t>& indices) {
  std::vector<bool> occurs(axis.values.size(), false);
  for (const std::size_t index : indices) occurs[axis.codes[index]] = true;
  std::vector<std::size_t> values;
  for (std::size_t value = 0; value < occurs.size(); ++value)
    if (occurs[value]) values.push_back(value);
  return values;
}

void find_groups(Run& run) {
  const std::vector<report::Rows> groups = report::group_by_workload(run.rows());
  std::set<std::string_view> modes;
  std::set<std::string_view> adapters;
  for (const report::Rows& rows : groups) {
    modes.insert(rows.front()->mode);
    adapters.insert(rows.front()->adapter);
  }
  run.group_of.resize(run.rows().size());
  for (const report::Rows& rows : groups) {
    RowGroup group{
        .label = store::workload_of(*rows.front()), .indices = {}, .peers = {}, .values = {}, .best_exact = {}};
    group.first = static_cast<std::size_t>(rows.front() - run.rows().data());
    if (modes.size() > 1) group.label += fmt::format("  ·  {}", rows.front()->mode);
    if (adapters.size() > 1) group.label += fmt::format("  ·  {}", rows.front()->adapter);
    for (const store::Row* row : rows) {
      const auto index = static_cast<std::size_t>(row - run.rows().data());
      (row->accuracy == name_of(Accuracy::peer) ? group.peers : group.indices).push_back(index);
      run.group_of[index] = run.groups.size();
    }
    if (group.indices.empty()) group.indices.swap(group.peers);  // nothing else is there to show
    for (const AxisColumn& axis : run.axes) group.values.push_back(values_in(axis, group.indices));
    run.groups.push_back(std::move(group));
    const std::string_view exact = name_of(Accuracy::exact);
    if (!timed_rows(run, run.groups.size() - 1, exact).empty())
      run.groups.back().best_exact = best_row(run, run.groups.size() - 1, exact);
  }
}

/// Most runs have none, and no map of all their rows is built.
void add_notes(Run& run, std::vector<store::RowNote> notes) {
  if (notes.empty()) return;
  std::map<std::pair<std::string_view, std::uint64_t>, std::size_t> indices;
  for (std::size_t index = 0; index < run.rows().size(); ++index)
    indices.emplace(std::pair(std::string_view(run.rows()[index].run), run.rows()[index].row), index);
  for (store::RowNote& note : notes) {
    const auto found = indices.find({note.run, note.row});
    if (found == indices.end()) continue;
    run.searched[found->second] += lower_case(fmt::format("\n{}{}", note.text, note.star ? "\nstarred" : ""));
    run.notes.emplace(found->second, std::move(note));
  }
}

}  // namespace

Run make_run(std::vector<store::Row> rows) {
  Run run;
  run.files.rows = std::move(rows);
  run.searched.reserve(run.rows().size());
  for (const store::Row& row : run.rows())
    run.searched.push_back(lower_case(
        fmt::format("{}\n{}\n{}\n{}\n{}", store::workload_of(row), row.variant, row.status, row.detail, row.adapter)));
  run.axes = make_axis_table(run.rows());
  find_groups(run);
  return run;
}

RunPointer load_run(const std::filesystem::path& journal, const Run* before) {
  std::vector<store::Row> rows;
  std::optional<store::JournalText> text;
  if (before != nullptr && before->files.path == journal.string()) text = store::read_appended(journal, before->mark);
  if (text) {
    // Once, with space for the new ones: while a large vector moves, no other thread of the process gets memory.
    rows.reserve(before->rows().size() + text->rows.size());
    rows = before->rows();
  } else {
    text = store::read_journal(journal);
  }
  std::ranges::move(text->rows, std::back_inserter(rows));
  auto run = std::make_shared<Run>(make_run(std::move(rows)));
  run->mark = std::move(text->mark);
  run->files.path = journal.string();
  try {
    run->files.context = store::read_context(journal);
  } catch (const Error& error) {
    run->context_error = error.what();
  }
  try {
    add_notes(*run, store::read_notes(journal));
  } catch (const Error& error) {
    run->notes_error = error.what();
  }
  return run;
}

RunPointer part_of(RunPointer run, const std::vector<bool>& keeps) {
  auto part = std::make_shared<Run>();
  part->files.path = run->files.path;
  part->files.context = run->files.context;
  part->context_error = run->context_error;
  part->axes = run->axes;
  part->groups = run->groups;
  part->group_of = run->group_of;
  part->notes = run->notes;
  for (RowGroup& group : part->groups) {
    std::erase_if(group.indices, [&](std::size_t index) { return !keeps[index]; });
    for (std::size_t axis = 0; axis < part->axes.size(); ++axis)
      group.values[axis] = values_in(part->axes[axis], group.indices);
  }
  part->whole = std::move(run);
  return part;
}

const store::RowNote* note_of(const Run& run, std::size_t index) {
  const auto found = run.notes.find(index);
  return found == run.notes.end() ? nullptr : &found->second;
}

std::vector<std::size_t> rows_with(const Run& run, const std::string& words) {
  const std::string text = lower_case(words);
  const std::vector<std::string_view> wanted = split_words(text);
  std::vector<std::size_t> found;
  for (std::size_t index = 0; index < run.searched.size(); ++index)
    if (std::ranges::all_of(wanted,
                            [&](std::string_view word) { return run.searched[index].find(word) != std::string::npos; }))
      found.push_back(index);
  return found;
}

std::vector<std::size_t> timed_rows(const Run& run, std::size_t group, std::string_view accuracy) {
  std::vector<std::size_t> indices;
  if (group >= run.groups.size()) return indices;
  const bool of_peers = accuracy == name_of(Accuracy::peer);
  for (const std::size_t index : of_peers ? run.groups[group].peers : run.groups[group].indices) {
    const store::Row& row = run.rows()[index];
    if (is_timed(row) && (accuracy.empty() || row.accuracy == accuracy)) indices.push_back(index);
  }
  return indices;
}

std::size_t best_row(const Run& run, std::size_t group, std::string_view accuracy) {
  const std::vector<std::size_t> indices = timed_rows(run, group, accuracy);
  if (indices.empty()) return run.groups[group].first;
  return *std::ranges::min_element(indices, {}, [&](std::size_t index) {
    const store::Row& row = run.rows()[index];
    return std::pair(row.tie != "best", *row.median_ns);
  });
}

std::optional<statistics::RunRatio> times_best_exact(const Run& run, std::size_t index) {
  const auto& best = run.groups[run.group_of[index]].best_exact;
  if (!best || !is_timed(run.rows()[index])) return std::nullopt;
  return report::times_as_fast(run.rows()[*best], run.rows()[index]);
}

}  // namespace modlab::analysis
