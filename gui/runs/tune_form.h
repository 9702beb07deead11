#pragma once

#include <array>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "harness/tune/strategy.h"

namespace modlab::gui {

/// What the user fills in to start a run: the options of `modlab tune`, with the values of the command line.
struct TuneForm {
  std::string adapter;  ///< its index; empty: the program chooses
  std::string runtime = "auto";
  std::string compiler = "auto";
  std::set<std::string> ops{"floor", "truncate"};
  std::set<std::string> types{"f32"};
  std::string shape = "1048576";
  std::set<std::string> layouts{"packed"};
  std::set<std::string> placements{"out"};
  std::set<std::string> data_sets{"mixed"};
  std::string where;  ///< AXIS=VALUE[,VALUE…], separated by spaces
  std::string mode = "warm";
  std::string strategy{kDefaultStrategy};
  std::string budget = "60s";
  std::string seed = "1";
};

/// The arguments that the form stands for, without the journal: "tune", "--op", …
std::vector<std::string> tune_arguments(const TuneForm& form);

/// Why the program would reject the form, in its own words; empty where it would not.
std::string form_error(const TuneForm& form);

}  // namespace modlab::gui
