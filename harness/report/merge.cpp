#include "harness/report/merge.h"

#include <fmt/format.h>

#include <map>
#include <system_error>
#include <tuple>

#include "harness/report/merge_contexts.h"
#include "harness/report/merge_ties.h"
#include "harness/store/journal.h"
#include "harness/system/file.h"
#include "kernels/error.h"

namespace modlab::report {
namespace {

/// Journals older than the column name the adapter in their context only.
void name_adapters(SampledRun& run) {
  for (store::Row& row : run.files.rows)
    if (row.adapter.empty()) row.adapter = run.files.context.device.adapter;
}

/// The seed is part of it because it numbers the pieces of a verification.
auto what_was_measured(const store::Row& row) {
  return std::tuple(row.adapter, store::workload_of(row), row.variant, row.mode, row.seed);
}

void refuse_overlap(const std::vector<SampledRun>& runs) {
  std::map<decltype(what_was_measured(store::Row{})), const SampledRun*> measured_by;
  for (const SampledRun& run : runs)
    for (const store::Row& row : run.files.rows) {
      const auto [entry, is_new] = measured_by.try_emplace(what_was_measured(row), &run);
      if (!is_new && entry->second != &run)
        throw Error(fmt::format("{} and {} both have {} of {} on {}", entry->second->files.path, run.files.path,
                                row.variant, store::workload_of(row), row.adapter));
    }
}

/// Appends a run's rows, renumbered, and its samples. Samples of a row that was torn off are dropped.
void append(MergedRun& merged, const SampledRun& run) {
  std::map<std::uint64_t, std::uint64_t> numbers;
  for (store::Row row : run.files.rows) {
    const std::uint64_t number = merged.rows.size() + 1;
    numbers[row.row] = number;
    row.row = number;
    merged.rows.push_back(std::move(row));
  }
  for (store::Sample sample : run.samples) {
    const auto number = numbers.find(sample.row);
    if (number == numbers.end()) continue;
    sample.row = number->second;
    merged.samples.push_back(std::move(sample));
  }
}

}  // namespace

MergedRun merge_runs(std::vector<SampledRun> runs, const std::string& name, const std::vector<std::string>& command) {
  for (SampledRun& run : runs) name_adapters(run);
  std::vector<ContextSource> contexts;
  contexts.reserve(runs.size());
  for (const SampledRun& run : runs) contexts.push_back({run.files.path, &run.files.context});
  refuse_different_runs(contexts);
  refuse_overlap(runs);

  MergedRun merged;
  std::vector<std::size_t> sources;  // of each row
  for (std::size_t i = 0; i < runs.size(); ++i) {
    append(merged, runs[i]);
    sources.resize(merged.rows.size(), i);
  }
  merge_ties(merged.rows, sources);
  merged.context = merge_contexts(contexts, name, command);
  return merged;
}

void write_merged(const std::filesystem::path& journal, const MergedRun& merged) {
  store::check_name(journal);
  store::check_unused(journal);
  std::error_code error;
  if (journal.has_parent_path()) std::filesystem::create_directories(journal.parent_path(), error);
  std::string text = store::journal_header() + '\n';
  for (const store::Row& row : merged.rows) text.append(store::to_csv(row)).append("\n");
  try {
    store::SamplesFile samples(journal);
    samples.append(merged.samples);
    samples.sync();
    store::write_context(journal, merged.context);
    replace_file(journal, text);
  } catch (...) {
    const bool is_complete = std::filesystem::exists(journal, error);
    for (const auto& path :
         {store::context_path(journal), store::samples_path(journal)})  // so that the same call can be made again
      if (!is_complete) std::filesystem::remove(path, error);
    throw;
  }
}

}  // namespace modlab::report
