#include "harness/store/samples.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

#include "harness/store/csv.h"
#include "harness/store/journal.h"
#include "harness/system/file.h"
#include "kernels/error.h"

namespace modlab::store {
namespace {

constexpr std::string_view kHeader = "row,phase,index,ns,drifted,outlier,block\n";

template <typename Number>
bool parse_field(const std::string& text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size();
}

/// Files of earlier versions lack the last fields; without blocks, each sample is `alone` in one.
std::optional<std::string> parse_sample(const CsvRecord& record, std::uint64_t alone, Sample& sample) {
  const bool blocked = record.size() == 7;
  const bool marked = blocked || record.size() == 6;
  if (!marked && record.size() != 4) return "not seven fields";
  sample.phase = record[1];
  sample.drifted = marked && record[4] == "1";
  sample.outlier = marked && record[5] == "1";
  sample.block = alone;
  const bool numbers = parse_field(record[0], sample.row) && parse_field(record[2], sample.index) &&
                       parse_field(record[3], sample.ns) && (!blocked || parse_field(record[6], sample.block));
  if (!numbers || !(sample.ns >= 0) || std::isinf(sample.ns)) return "not a sample's numbers";
  if (sample.row == 0) return "rows are numbered from 1";
  return std::nullopt;
}

}  // namespace

std::string line_of(const Sample& sample) {
  return fmt::format("{},{},{},{},{:d},{:d},{}\n", sample.row, csv_field(sample.phase), sample.index, sample.ns,
                     sample.drifted, sample.outlier, sample.block);
}

SamplesFile::SamplesFile(const std::filesystem::path& journal)
    : file_(samples_path(journal), AppendFile::Start::empty) {
  file_.append(kHeader);
}

SamplesFile SamplesFile::resume(const std::filesystem::path& journal, const std::function<bool(const Sample&)>& keep) {
  std::string text(kHeader);
  for (const Sample& sample : read_samples(journal))
    if (keep(sample)) text += line_of(sample);
  const std::filesystem::path path = samples_path(journal);
  replace_file(path, text);
  return SamplesFile(AppendFile(path, AppendFile::Start::at_end));
}

void SamplesFile::append(std::span<const Sample> samples) {
  std::string text;
  for (const Sample& sample : samples) text += line_of(sample);
  file_.append(text);
}

void SamplesFile::follow(const std::filesystem::path& journal) {
  std::string text = file_.content();
  text.erase(text.rfind('\n') + 1);  // what a cut has left of a line
  SamplesFile there(journal);
  if (text.starts_with(kHeader)) there.file_.append(std::string_view(text).substr(kHeader.size()));
  *this = std::move(there);
}

std::vector<Sample> read_samples(const std::filesystem::path& journal) {
  const std::filesystem::path path = samples_path(journal);
  const auto text = read_text_if_there(path);
  return text ? parse_samples(*text, path) : std::vector<Sample>();
}

bool has_samples(const std::filesystem::path& journal) {
  const std::string text = read_text_if_there(samples_path(journal)).value_or("");
  return !kHeader.starts_with(std::string_view(text).substr(0, text.find_last_not_of('\0') + 1));
}

std::vector<Sample> parse_samples(std::string_view text, const std::filesystem::path& path) {
  std::vector<Sample> samples;
  bool in_header = true;
  const auto take = [&](const CsvRecord& record) -> std::optional<std::string> {
    if (std::exchange(in_header, false)) return std::nullopt;
    Sample sample;
    auto fault = parse_sample(record, samples.size() + 1, sample);
    if (!fault) samples.push_back(std::move(sample));
    return fault;
  };
  try {
    read_csv(text, take);
  } catch (const Error& error) {
    throw Error(fmt::format("{}: not the samples of a run: {}", path.string(), error.what()));
  }
  return samples;
}

}  // namespace modlab::store
