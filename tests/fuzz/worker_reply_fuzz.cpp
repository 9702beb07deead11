#include <nlohmann/json.hpp>

#include "harness/store/json_text.h"
#include "harness/tune/wire.h"
#include "tests/fuzz/fuzz.h"

namespace modlab {

using nlohmann::json;

/// A line that the tuner reads from its worker, as harness/tune/worker.h describes them.
void fuzz(std::string_view input) try {
  const json reply = parse_json(input);
  const auto read = [&](const char* key, auto from_wire) {
    if (!reply.contains(key)) return;
    const json text = to_wire(from_wire(reply.at(key)));
    require(to_wire(from_wire(text)) == text, "a reply is read as it was written");
  };
  read("platform", platform_from);
  read("clock", clock_from);
  read("evaluation", evaluation_from);
  read("confirmation", confirmation_from);
  read("ledger", ledger_from);
  if (reply.contains("failure")) {
    const json text = to_wire(failure_from(reply));
    require(to_wire(failure_from(text)) == text, "a failure is read as it was written");
  }
} catch (const json::exception&) {
} catch (const Error&) {
}

}  // namespace modlab
