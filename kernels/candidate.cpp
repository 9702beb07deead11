#include "kernels/candidate.h"

#include <fmt/format.h>

#include "kernels/split.h"

namespace modlab {

Candidate Candidate::of_peer(std::string_view name) {
  return {.name = std::string(name), .accuracy = Accuracy::peer, .proof = std::string(name), .kind = std::string(name)};
}

std::string_view kernel_hash_in(std::string_view name) {
  constexpr std::size_t kDigits = 8;
  const std::size_t dash = name.rfind('-');
  const bool has = name.size() > kDigits && dash == name.size() - kDigits - 1 &&
                   name.find_first_not_of("0123456789abcdef", dash + 1) == std::string_view::npos;
  return has ? name.substr(dash + 1) : std::string_view();
}

std::string family_of(std::string_view name) {
  const std::size_t colon = name.find(':');
  return colon == std::string_view::npos ? std::string()
                                         : fmt::format("{}-{}", name.substr(0, colon), kernel_hash_in(name));
}

std::vector<std::pair<std::string_view, std::string_view>> own_choices(std::string_view name) {
  std::vector<std::pair<std::string_view, std::string_view>> choices;
  const std::size_t colon = name.find(':');
  if (colon == std::string_view::npos) return choices;
  for (const std::string_view part : split(name.substr(colon + 1), '-'))
    if (const std::size_t equals = part.find('='); equals != std::string_view::npos)
      choices.emplace_back(part.substr(0, equals), part.substr(equals + 1));
  return choices;
}

}  // namespace modlab
