#include "harness/store/kernel_trial.h"

#include <variant>

#include "tests/fuzz/fuzz.h"

namespace modlab {

/// A line of `modlab kernel try --json`, as the dashboard reads it.
void fuzz(std::string_view input) try {
  const auto line_of = [](const auto& what) { return json_line(what); };
  const std::string line = std::visit(line_of, parse_trial(input));
  require(std::visit(line_of, parse_trial(line)) == line, "a line is read as it was written");
} catch (const Error&) {
}

}  // namespace modlab
