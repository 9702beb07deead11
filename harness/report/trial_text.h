#pragma once

#include <string>
#include <vector>

#include "harness/store/kernel_trial.h"

namespace modlab {

/// An instruction that one kernel has more or less often than another.
struct InstructionChange {
  std::string name;
  std::int64_t more = 0;  ///< less where negative
};

/// How the instructions of a kernel differ from those of another, the largest differences first.
std::vector<InstructionChange> instruction_changes(const InstructionsByName& from, const InstructionsByName& to);

/// What `modlab kernel try` prints.
std::string to_text(const KernelRival& rival);
std::string to_text(const KernelTrial& trial, const KernelRival& rival);

}  // namespace modlab
