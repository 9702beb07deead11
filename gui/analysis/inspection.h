#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "harness/analysis/context_facts.h"
#include "harness/store/row.h"
#include "harness/tune/kernel_listing.h"

namespace modlab::gui {

/// What a variant consists of, as far as this program can reconstruct it.
struct Inspection {
  struct Source {
    std::string file;
    std::string text;
  };
  std::string error;                       ///< why there is nothing else; empty on success
  std::vector<analysis::FactGroup> facts;  ///< the plan: groups, bytes, views
  std::vector<Source> sources;             ///< the HLSL files; the first has the entry point, with the defines above it
  std::string active;                      ///< the defines, and what they leave of the sources, in one text
  std::string bytecode_note;               ///< whether this is the bytecode that was measured
  std::string disassembly;                 ///< empty where the compiler offers none; bytecode_note then says so
};

/// Answers a tune::listing_request(), outside this process; throws Error with the reason where it cannot.
using Lister = std::function<tune::KernelListing(const std::string& request)>;

/// Plans a row's kernel, perhaps one of its run's users' kernels, and has it compiled, which takes as long as the
/// compiler takes. Stopped, it only says so.
Inspection inspect(const store::Row& row, const Kernels& kernels, const Lister& list, const std::stop_token& stop = {});

}  // namespace modlab::gui
