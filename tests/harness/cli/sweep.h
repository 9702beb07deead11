#pragma once

#include <gtest/gtest.h>
#include <sys/types.h>

#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include "harness/store/journal.h"
#include "tests/harness/cli/program.h"

namespace modlab::cli {

/// A space that takes some seconds, and a part of it.
inline const std::string kSweep =
    "tune --strategy exhaustive --op floor --shape 4099 --seed 5 --where algorithm=split --where load_bytes=16 "
    "--where precise=no --where loop=group --where streamed=no";
inline const std::string kFew = kSweep + " --where threads=64 --where per_thread=1,2";

inline std::set<std::string> variants_in(const std::string& path) {
  std::set<std::string> variants;
  for (const store::Row& row : store::read_journal(path).rows)
    EXPECT_TRUE(variants.insert(row.variant).second) << row.variant;
  return variants;
}

/// Everything that a sweep must try.
inline std::set<std::string> variants_of(std::string sweep) {
  std::set<std::string> variants;
  sweep.erase(sweep.find(" --seed"), std::string(" --seed 5").size());
  std::istringstream names(modlab("variants" + sweep.substr(sweep.find(" --op"))).out);
  for (std::string name; std::getline(names, name);) variants.insert(name);
  return variants;
}

/// The only child of a process; 0 if it has none.
inline pid_t child_of(pid_t process) {
  pid_t child = 0;
  std::ifstream("/proc/" + std::to_string(process) + "/task/" + std::to_string(process) + "/children") >> child;
  return child;
}

}  // namespace modlab::cli
