#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace modlab {

struct Sample {
  std::uint64_t row = 0;
  std::string phase;        ///< scout and the share of a whole screening that it was, screen, or confirm
  std::uint64_t index = 0;  ///< its place in that phase
  double ns = 0;            ///< of one launch
  bool drifted = false;     ///< the pilot changed around it
  bool outlier = false;     ///< far from the others of its row and phase, and yet counted
};

/// Every sample of a run, beside its journal.
class SamplesFile {
 public:
  explicit SamplesFile(const std::filesystem::path& journal);

  /// Goes on with the file of a run that was stopped; what is torn goes, and what is not to be kept.
  static SamplesFile resume(const std::filesystem::path& journal, const std::function<bool(const Sample&)>& keep);

  void append(std::span<const Sample> samples);

 private:
  SamplesFile(std::filesystem::path path, std::ofstream file) : path_(std::move(path)), file_(std::move(file)) {}

  std::filesystem::path path_;
  std::ofstream file_;
};

/// The samples beside a journal; none when there is no such file. Throws Error when it is malformed.
std::vector<Sample> read_samples(const std::filesystem::path& journal);

}  // namespace modlab
