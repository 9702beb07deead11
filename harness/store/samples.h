#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace modlab {

/// Every sample of a run, beside its journal: one line each with the row it belongs to, the phase (screen, confirm),
/// its place in that phase and the nanoseconds of one launch.
class SamplesFile {
 public:
  explicit SamplesFile(const std::filesystem::path& journal);

  void append(std::uint64_t row, std::string_view phase, std::span<const double> samples_ns);

 private:
  std::filesystem::path path_;
  std::ofstream file_;
};

struct Sample {
  std::uint64_t row = 0;
  std::string phase;
  std::uint64_t index = 0;
  double ns = 0;
};

/// The samples beside a journal; none when there is no such file. Throws Error when it is malformed.
std::vector<Sample> read_samples(const std::filesystem::path& journal);

}  // namespace modlab
