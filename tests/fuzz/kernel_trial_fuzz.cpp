#include "harness/store/kernel_trial.h"

#include <variant>

#include "tests/fuzz/fuzz.h"

namespace modlab {

/// A line of `modlab kernel try --json`, as the dashboard reads it.
void fuzz(std::string_view input) {
  const auto read = unless_refused([&] { return store::parse_trial(input); });
  if (!read) return;
  const auto line_of = [](const auto& what) { return store::json_line(what); };
  const std::string line = std::visit(line_of, *read);
  require(std::visit(line_of, store::parse_trial(line)) == line, "a line is read as it was written");
}

}  // namespace modlab
