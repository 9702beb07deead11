#include <nlohmann/json.hpp>

#include "harness/store/json_text.h"
#include "harness/store/kernel_json.h"
#include "harness/tune/wire.h"
#include "tests/fuzz/fuzz.h"

namespace modlab {

using nlohmann::json;

/// A line that the worker reads from its parent, as harness/tune/worker.h describes them.
void fuzz(std::string_view input) try {
  const json request = parse_json(input);
  const auto read = [&](const char* key, auto from_wire) {
    if (!request.contains(key)) return;
    const json text = to_wire(from_wire(request.at(key)));
    require(to_wire(from_wire(text)) == text, "a request is read as it was written");
  };
  if (request.contains("kernel")) {
    const json text = kernel_json(kernel_from(request.at("kernel")));
    require(kernel_json(kernel_from(text)) == text, "a kernel is read as it was written");
  }
  read("begin", assignment_from);
  read("expect", variants_from);
  read("evaluate", candidate_from);
  read("confirm", finalists_from);
  read("rule", confirmation_rule_from);
} catch (const json::exception&) {
} catch (const Error&) {
}

}  // namespace modlab
