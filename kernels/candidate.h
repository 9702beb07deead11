#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "kernels/variant.h"

namespace modlab {

/// What is timed on a workload: a variant, or a peer. What can be done with it is a property that it states.
struct Candidate {
  Candidate(const Variant& point = {});  // NOLINT: a variant is a candidate
  static Candidate of_peer(std::string_view name);

  bool operator==(const Candidate& other) const { return name == other.name; }

  std::string name;  ///< the identity
  Accuracy accuracy = Accuracy::exact;
  std::optional<Variant> variant;  ///< what it is compiled from; nothing where others have done that
  std::string proof;               ///< candidates of one proof leave the same bits
  bool believed = true;            ///< right on one shape, it is right on all; else it must show that
};

/// Reads a candidate's name, a single word of which is a peer's. Throws Error as parse_variant does.
Candidate parse_candidate(std::string_view name);

}  // namespace modlab
