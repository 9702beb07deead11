#include "harness/session/nearest_word.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace modlab {
namespace {

/// How many letters must be inserted, removed, replaced or swapped with their neighbour to make one word the other.
std::size_t typing_errors(std::string_view from, std::string_view to) {
  std::vector<std::vector<std::size_t>> errors(from.size() + 1, std::vector<std::size_t>(to.size() + 1));
  for (std::size_t i = 0; i <= from.size(); ++i)
    for (std::size_t j = 0; j <= to.size(); ++j) {
      std::size_t& least = errors[i][j];
      least = std::max(i, j);
      if (i == 0 || j == 0) continue;
      const std::size_t replaced = from[i - 1] == to[j - 1] ? 0 : 1;
      least = std::min({errors[i - 1][j] + 1, errors[i][j - 1] + 1, errors[i - 1][j - 1] + replaced});
      const bool swapped = i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1];
      if (swapped) least = std::min(least, errors[i - 2][j - 2] + 1);
    }
  return errors.back().back();
}

}  // namespace

std::optional<std::string> nearest_word(std::string_view word, std::span<const std::string> choices) {
  constexpr std::size_t kLongWord = 6;
  std::size_t least = word.size() < kLongWord ? 2 : 3;  // one more than is forgiven
  std::optional<std::string> nearest;
  for (const std::string& choice : choices)
    if (const std::size_t errors = typing_errors(word, choice); errors < least) {
      least = errors;
      nearest = choice;
    }
  return nearest;
}

}  // namespace modlab
