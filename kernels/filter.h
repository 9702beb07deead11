#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kernels/candidate.h"

namespace modlab {

/// Which candidates the user asked for. Empty: all built-in ones.
struct Filter {
  std::vector<std::string> wheres{};  ///< "threads=64,256": the values allowed of an axis
  std::vector<std::string> names{};   ///< single candidates
  Kernels kernels{};                  ///< whose variants take part
  bool only_kernels = false;          ///< without the built-in ones

  void add_where(std::string_view where) { wheres.emplace_back(where); }

  /// All conditions; empty if there are none.
  [[nodiscard]] std::string text() const;
};

}  // namespace modlab
