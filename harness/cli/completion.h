#pragma once

#include <span>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace modlab::cli {

/// What can stand in place of the last of the words that follow a program's name, in the order in which it should be
/// shown: commands, options, and the values of those that have a fixed set. Nothing where a file or a number belongs.
std::vector<std::string> completions(const CLI::App& program, std::span<const std::string> words);

}  // namespace modlab::cli
