#include "harness/store/samples.h"

#include <fmt/format.h>

#include <charconv>

#include "harness/store/csv.h"
#include "harness/store/journal.h"
#include "harness/system/file.h"
#include "kernels/error.h"

namespace modlab {
namespace {

constexpr std::string_view kHeader = "row,phase,index,ns,drifted,outlier,block\n";

template <typename Number>
Number parse_field(const std::string& text, const std::filesystem::path& path) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size())
    throw Error(fmt::format("{}: '{}' is not a number", path.string(), text));
  return number;
}

}  // namespace

std::string line_of(const Sample& sample) {
  return fmt::format("{},{},{},{},{:d},{:d},{}\n", sample.row, csv_field(sample.phase), sample.index, sample.ns,
                     sample.drifted, sample.outlier, sample.block);
}

SamplesFile::SamplesFile(const std::filesystem::path& journal)
    : path_(samples_path(journal)), file_(path_, std::ios::binary) {
  file_ << kHeader << std::flush;
  if (!file_) throw Error(fmt::format("{}: cannot be written", path_.string()));
}

SamplesFile SamplesFile::resume(const std::filesystem::path& journal, const std::function<bool(const Sample&)>& keep) {
  std::string text(kHeader);
  for (const Sample& sample : read_samples(journal))
    if (keep(sample)) text += line_of(sample);
  const std::filesystem::path path = samples_path(journal);
  replace_file(path, text);
  return {path, std::ofstream(path, std::ios::binary | std::ios::app)};
}

void SamplesFile::append(std::span<const Sample> samples) {
  for (const Sample& sample : samples) file_ << line_of(sample);
  file_ << std::flush;
  if (!file_) throw Error(fmt::format("{}: cannot be written; is the disk full?", path_.string()));
}

std::vector<Sample> read_samples(const std::filesystem::path& journal) {
  const std::filesystem::path path = samples_path(journal);
  if (!std::filesystem::exists(path)) return {};
  return parse_samples(read_file(path), path);
}

std::vector<Sample> parse_samples(std::string_view text, const std::filesystem::path& path) {
  const CsvTable table = parse_csv(text);
  std::vector<Sample> samples;
  for (std::size_t i = 1; i < table.records.size(); ++i) {
    const auto& record = table.records[i];
    // Files of earlier versions lack the last fields.
    const bool blocked = record.size() == 7;
    const bool marked = blocked || record.size() == 6;
    if (!marked && record.size() != 4) throw Error(fmt::format("{}: record {}: not seven fields", path.string(), i));
    const auto row = parse_field<std::uint64_t>(record[0], path);
    if (row == 0) throw Error(fmt::format("{}: record {}: rows are numbered from 1", path.string(), i));
    samples.push_back({.row = row,
                       .phase = record[1],
                       .index = parse_field<std::uint64_t>(record[2], path),
                       .ns = parse_field<double>(record[3], path),
                       .drifted = marked && record[4] == "1",
                       .outlier = marked && record[5] == "1",
                       .block = blocked ? parse_field<std::uint64_t>(record[6], path) : i});
  }
  return samples;
}

}  // namespace modlab
