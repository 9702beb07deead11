#include "harness/store/samples.h"

#include <fmt/format.h>

#include <charconv>

#include "harness/store/csv.h"
#include "harness/store/journal.h"
#include "kernels/error.h"

namespace modlab {
namespace {

template <typename Number>
Number parse_field(const std::string& text, const std::filesystem::path& path) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size())
    throw Error(fmt::format("{}: '{}' is not a number", path.string(), text));
  return number;
}

}  // namespace

SamplesFile::SamplesFile(const std::filesystem::path& journal)
    : path_(samples_path(journal)), file_(path_, std::ios::binary) {
  file_ << "row,phase,index,ns\n" << std::flush;
  if (!file_) throw Error(fmt::format("{}: cannot be written", path_.string()));
}

void SamplesFile::append(std::uint64_t row, std::string_view phase, std::span<const double> samples_ns) {
  for (std::size_t i = 0; i < samples_ns.size(); ++i)
    file_ << fmt::format("{},{},{},{}\n", row, phase, i, samples_ns[i]);
  file_ << std::flush;
  if (!file_) throw Error(fmt::format("{}: cannot be written; is the disk full?", path_.string()));
}

std::vector<Sample> read_samples(const std::filesystem::path& journal) {
  const std::filesystem::path path = samples_path(journal);
  if (!std::filesystem::exists(path)) return {};
  const CsvTable table = parse_csv(read_file(path));
  std::vector<Sample> samples;
  for (std::size_t i = 1; i < table.records.size(); ++i) {
    const auto& record = table.records[i];
    if (record.size() != 4) throw Error(fmt::format("{}: record {}: not four fields", path.string(), i));
    samples.push_back({.row = parse_field<std::uint64_t>(record[0], path),
                       .phase = record[1],
                       .index = parse_field<std::uint64_t>(record[2], path),
                       .ns = parse_field<double>(record[3], path)});
  }
  return samples;
}

}  // namespace modlab
