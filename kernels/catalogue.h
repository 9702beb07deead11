#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "kernels/filter.h"
#include "kernels/space.h"
#include "kernels/workload.h"

namespace modlab {

/// What names mean. Workloads and candidates cross processes, and stand in files, as names.
class Catalogue {
 public:
  Catalogue() = default;
  Catalogue(const Catalogue&) = delete;
  Catalogue& operator=(const Catalogue&) = delete;
  virtual ~Catalogue() = default;

  /// Throws Error where there is no such workload.
  [[nodiscard]] virtual Workload workload(std::string_view name) const = 0;

  /// Throws Error where there is no such candidate, such as one of a kernel file that is gone.
  [[nodiscard]] virtual Candidate candidate(std::string_view name) const = 0;

  /// Those of these names, which are not peers', as points of one space. Throws Error as candidate() does.
  [[nodiscard]] virtual Space space_of(std::span<const std::string> names) const = 0;
};

}  // namespace modlab
