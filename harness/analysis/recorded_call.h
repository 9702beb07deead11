#pragma once

#include <string>
#include <vector>

#include "harness/store/run_context.h"

namespace modlab::analysis {

/// The command of a run's context, taken apart. The context is a file, maybe a stranger's: what was measured and how
/// can be asked for again; whatever loads code, names a file or is not known here can only be told.
struct RecordedCall {
  /// An option and its value; only a name where it has none or its value was not told from other words.
  struct Option {
    std::string name;
    std::string value{};

    bool operator==(const Option&) const = default;
  };

  std::vector<std::string> choices;  ///< "tune", "--op", "floor", …; empty where the command is no call of modlab
  std::vector<Option> others;        ///< --runtime, --out, …
};

RecordedCall recorded_call(const store::RunContext& context);

/// "--runtime ./d3d12.so", one word each.
std::vector<std::string> words_of(const RecordedCall::Option& option);

}  // namespace modlab::analysis
