#pragma once

#include <string>
#include <vector>

#include "harness/store/kernel_trial.h"

namespace modlab::report {

/// An instruction that one kernel has more or less often than another.
struct InstructionChange {
  std::string name;
  std::int64_t more = 0;  ///< less where negative
};

/// How the instructions of a kernel differ from those of another, the largest differences first.
std::vector<InstructionChange> instruction_changes(const store::InstructionsByName& from,
                                                   const store::InstructionsByName& to);

/// What `modlab kernel try` prints.
std::string to_text(const store::KernelRival& rival);
std::string to_text(const store::KernelTrial& trial, const store::KernelRival& rival);

}  // namespace modlab::report
