#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/system/append_file.h"

namespace modlab::store {

struct Sample {
  std::uint64_t row = 0;
  std::string phase;        ///< screen, race, confirm, or scout with its share of a whole screening
  std::uint64_t index = 0;  ///< within that phase
  double ns = 0;            ///< of one launch
  bool drifted = false;     ///< the pilot changed around it
  bool outlier = false;     ///< far from the others of its row and phase, but counted
  std::uint64_t block = 0;  ///< within that phase; samples of one block are no independent evidence
};

/// Every sample of a run, next to its journal. Throws WriteFailure where it cannot be written.
class SamplesFile {
 public:
  explicit SamplesFile(const std::filesystem::path& journal);

  /// Resumes the file of a stopped run, without a damaged end and the samples not to be kept.
  static SamplesFile resume(const std::filesystem::path& journal, const std::function<bool(const Sample&)>& keep);

  void append(std::span<const Sample> samples);

  /// Goes on beside another journal with what it holds.
  void follow(const std::filesystem::path& journal);

  /// Returns when every sample is on the disk.
  void sync() { file_.sync(); }

 private:
  explicit SamplesFile(AppendFile file) : file_(std::move(file)) {}

  AppendFile file_;
};

/// The samples next to a journal, up to the last whole one; none when there is no such file. Throws Error naming the
/// line when it is malformed before that.
std::vector<Sample> read_samples(const std::filesystem::path& journal);

/// The same for the file's content; messages name the path.
std::vector<Sample> parse_samples(std::string_view text, const std::filesystem::path& path);

/// Whether that file holds more than the header that a run begins with.
bool has_samples(const std::filesystem::path& journal);

/// One line of the file, with its end.
std::string line_of(const Sample& sample);

}  // namespace modlab::store
