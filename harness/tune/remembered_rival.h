#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "kernels/candidate.h"

namespace modlab::tune {

/// The rival that an earlier search found, in a small file beside the compiled kernels. A file that is damaged, or a
/// folder that cannot be written, only costs the next search.
class RememberedRival {
 public:
  /// The key says all that the search depends on. An empty folder keeps nothing.
  RememberedRival(const std::filesystem::path& folder, std::string key);

  /// Nothing where none is kept, or none of these.
  [[nodiscard]] std::optional<Candidate> among(std::span<const Candidate> space) const;
  void keep(const Candidate& rival) const;

 private:
  [[nodiscard]] std::string content_for(const Candidate& rival) const;

  std::string key_;
  std::filesystem::path file_;  ///< empty where there is no place for it
};

}  // namespace modlab::tune
