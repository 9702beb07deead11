#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace modlab {

struct Sample {
  std::uint64_t row = 0;
  std::string phase;        ///< screen, race, confirm, or scout with its share of a whole screening
  std::uint64_t index = 0;  ///< within that phase
  double ns = 0;            ///< of one launch
  bool drifted = false;     ///< the pilot changed around it
  bool outlier = false;     ///< far from the others of its row and phase, but counted
  std::uint64_t block = 0;  ///< within that phase; samples of one block are no independent evidence
};

/// Every sample of a run, next to its journal.
class SamplesFile {
 public:
  explicit SamplesFile(const std::filesystem::path& journal);

  /// Resumes the file of a stopped run, without a torn line and the samples not to be kept.
  static SamplesFile resume(const std::filesystem::path& journal, const std::function<bool(const Sample&)>& keep);

  void append(std::span<const Sample> samples);

 private:
  SamplesFile(std::filesystem::path path, std::ofstream file) : path_(std::move(path)), file_(std::move(file)) {}

  std::filesystem::path path_;
  std::ofstream file_;
};

/// The samples next to a journal; none when there is no such file. Throws Error when it is malformed.
std::vector<Sample> read_samples(const std::filesystem::path& journal);

/// The same for the file's content; messages name the path.
std::vector<Sample> parse_samples(std::string_view text, const std::filesystem::path& path);
/// One line of the file, with its end.
std::string line_of(const Sample& sample);

}  // namespace modlab
