#include "gui/view_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>
#include <system_error>
#include <utility>

#include "gui/leaderboard_columns.h"
#include "gui/run_folder.h"
#include "harness/store/journal.h"
#include "kernels/error.h"

namespace modlab {
namespace {

namespace fs = std::filesystem;

std::string lower_case(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return text;
}

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(std::move(word));
  return words;
}

/// One sort key's values, taken out of the rows once: printing them in every comparison would be too slow for large
/// runs.
struct KeyValues {
  bool descending;
  std::vector<double> numbers;     ///< by place in the rows
  std::vector<std::string> texts;  ///< instead of numbers, where the column sorts by text

  KeyValues(const SortKey& key, const std::vector<Row>& rows) : descending(key.descending) {
    const LeaderboardColumn& column = leaderboard_columns()[key.column];
    if (column.number == nullptr) {
      for (const Row& row : rows) texts.push_back(column.text(row));
      return;
    }
    const double last = std::numeric_limits<double>::infinity() * (descending ? -1 : 1);
    for (const Row& row : rows) {
      const std::optional<double> number = column.number(row);
      numbers.push_back(number && !std::isnan(*number) ? *number : last);
    }
  }

  /// Negative where a comes before b, zero where they are equal.
  [[nodiscard]] int compare(std::size_t a, std::size_t b) const {
    int order = 0;
    if (!texts.empty()) {
      if (texts[a].empty() != texts[b].empty()) return texts[a].empty() ? 1 : -1;
      order = texts[a].compare(texts[b]);
    } else if (numbers[a] != numbers[b]) {
      order = numbers[a] < numbers[b] ? -1 : 1;
    }
    return descending ? -order : order;
  }
};

}  // namespace

ViewModel::ViewModel() : sort_keys_{{.column = kWorkloadColumn}, {.column = kMedianColumn}} {}

void ViewModel::open(const fs::path& journal) {
  open_error_.clear();
  try {
    load(journal);
  } catch (const Error& error) {
    if (loaded_) {
      open_error_ = error.what();
    } else {  // nothing to go back to: wait for this file to become readable
      path_ = journal;
      follow_error_ = error.what();
    }
  }
}

void ViewModel::open_newest(const fs::path& folder) {
  folder_ = folder;
  if (const auto journal = newest_run(folder)) open(*journal);
}

bool ViewModel::poll() {
  if (path_.empty()) {
    if (folder_.empty()) return false;
    open_newest(folder_);
    return !path_.empty();
  }
  const bool journal_changed = stamp_of(path_) != journal_stamp_;
  if (!journal_changed && stamp_of(context_path(path_)) == context_stamp_) return false;
  try {
    if (journal_changed)
      load(path_);
    else
      load_context();
  } catch (const Error& error) {
    follow_error_ = error.what();
  }
  return true;
}

void ViewModel::set_filter(std::string text) {
  filter_ = std::move(text);
  arrange();
}

void ViewModel::sort_by(std::vector<SortKey> keys) {
  sort_keys_ = std::move(keys);
  arrange();
}

void ViewModel::select(std::size_t place) {
  if (place < rows_.size()) selected_ = place;
}

ViewModel::Stamp ViewModel::stamp_of(const fs::path& path) {
  std::error_code error;
  Stamp stamp;
  const std::uintmax_t bytes = fs::file_size(path, error);
  if (error) return stamp;
  stamp.bytes = bytes;
  stamp.time = fs::last_write_time(path, error);
  return stamp;
}

/// Throws Error and changes nothing but the stamp where the journal cannot be read.
void ViewModel::load(const fs::path& journal) {
  // Taken before reading: what is written meanwhile is read next time.
  const Stamp stamp = stamp_of(journal);
  if (!loaded_ || journal == path_) journal_stamp_ = stamp;
  std::vector<Row> rows = read_journal(journal).rows;

  if (journal != path_ || !loaded_) {
    selected_.reset();
    context_.reset();
  }
  if (const Row* before = selected()) {
    const auto same =
        std::ranges::find_if(rows, [&](const Row& row) { return row.row == before->row && row.run == before->run; });
    if (same == rows.end())
      selected_.reset();
    else
      selected_ = static_cast<std::size_t>(same - rows.begin());
  }
  rows_ = std::move(rows);
  searched_.clear();
  for (const Row& row : rows_)
    searched_.push_back(
        lower_case(fmt::format("{}\n{}\n{}\n{}", workload_of(row), row.variant, row.status, row.detail)));
  path_ = journal;
  journal_stamp_ = stamp;
  loaded_ = true;
  follow_error_.clear();
  load_context();
  arrange();
}

void ViewModel::load_context() {
  context_stamp_ = stamp_of(context_path(path_));
  try {
    context_ = read_context(path_);
    context_error_.clear();
  } catch (const Error& error) {
    context_error_ = error.what();
  }
}

void ViewModel::arrange() {
  const std::vector<std::string> words = words_of(lower_case(filter_));
  visible_.clear();
  for (std::size_t place = 0; place < rows_.size(); ++place)
    if (std::ranges::all_of(words,
                            [&](const std::string& word) { return searched_[place].find(word) != std::string::npos; }))
      visible_.push_back(place);

  std::vector<KeyValues> keys;
  for (const SortKey& key : sort_keys_) keys.emplace_back(key, rows_);
  std::ranges::stable_sort(visible_, [&](std::size_t a, std::size_t b) {
    for (const KeyValues& key : keys)
      if (const int order = key.compare(a, b); order != 0) return order < 0;
    return false;
  });
}

}  // namespace modlab
