#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <vector>

namespace modlab {

struct Sample {
  std::uint64_t row = 0;
  std::string phase;        ///< screen or confirm
  std::uint64_t index = 0;  ///< its place in that phase
  double ns = 0;            ///< of one launch
  bool drifted = false;     ///< the pilot changed around it
  bool outlier = false;     ///< far from the others of its row and phase, and yet counted
};

/// Every sample of a run, beside its journal.
class SamplesFile {
 public:
  explicit SamplesFile(const std::filesystem::path& journal);

  void append(std::span<const Sample> samples);

 private:
  std::filesystem::path path_;
  std::ofstream file_;
};

/// The samples beside a journal; none when there is no such file. Throws Error when it is malformed.
std::vector<Sample> read_samples(const std::filesystem::path& journal);

}  // namespace modlab
