#pragma once

#include <string>
#include <string_view>

namespace modlab {

/// A word of a command line, in quotes where a shell would take it apart. Names of adapters and files have no quotes of
/// their own.
inline std::string shell_quoted(const std::string& word) {
  constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./\\=,:+";
  const bool plain = !word.empty() && word.find_first_not_of(kPlain) == std::string::npos;
  return plain ? word : '"' + word + '"';
}

}  // namespace modlab
