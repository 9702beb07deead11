#pragma once

#include <string>
#include <vector>

#include "gui/analysis/context_facts.h"
#include "harness/store/row.h"

namespace modlab {

/// What a variant is made of, as far as this program can find out again.
struct Inspection {
  struct Source {
    std::string file;
    std::string text;
  };
  std::string error;             ///< why there is nothing else; empty where all is well
  std::vector<FactGroup> facts;  ///< the plan: groups, bytes, views
  std::vector<Source> sources;   ///< the HLSL files, the one with the entry point first, below the defines
  std::string bytecode_note;     ///< whether this is the very bytecode that was measured
  std::string disassembly;       ///< empty where the compiler offers none, which the note then tells
};

/// Plans and compiles a row's kernel. Takes as long as a compiler takes.
Inspection inspect(const Row& row);

}  // namespace modlab
