#pragma once

#include <array>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "harness/tune/strategy.h"

namespace modlab {

/// What the user fills in to start a run: the options of `modlab tune`, by the words that the command line has for
/// them.
struct TuneForm {
  std::string adapter;  ///< its number; empty leaves it to the program
  std::string runtime = "auto";
  std::string compiler = "auto";
  std::set<std::string> ops{"floor", "truncate"};
  std::set<std::string> types{"f32"};
  std::string shape = "1048576";
  std::set<std::string> layouts{"packed"};
  std::set<std::string> placements{"out"};
  std::set<std::string> data_sets{"mixed"};
  std::string where;  ///< AXIS=VALUE[,VALUE…], several by spaces
  std::string mode = "warm";
  std::string strategy{kDefaultStrategy};
  std::string budget = "60s";
  std::string seed = "1";
};

/// The command line that the form stands for, without the program's name and the journal: "tune", "--op", …
std::vector<std::string> tune_words(const TuneForm& form);

/// What the program would refuse, in its own words; empty where all is well.
std::string what_is_wrong(const TuneForm& form);

}  // namespace modlab
