#include <nlohmann/json.hpp>

#include "harness/store/json_text.h"
#include "harness/tune/wire.h"
#include "tests/fuzz/fuzz.h"

namespace modlab {

using nlohmann::json;

/// A line that the tuner reads from its worker, as harness/tune/worker.h describes them.
void fuzz(std::string_view input) try {
  const json reply = parse_json(input);
  const auto read = [&](const char* key, auto read_as) {
    if (!reply.contains(key)) return;
    const json text = json_of(read_as(reply.at(key)));
    require(json_of(read_as(text)) == text, "a reply is read as it was written");
  };
  read("platform", value_from<Platform>);
  read("clock", value_from<Clock>);
  read("evaluation", value_from<Evaluation>);
  read("confirmation", value_from<Confirmation>);
  read("ledger", value_from<Ledger>);
  if (reply.contains("failure")) {
    const json text = json_of(failure_from(reply));
    require(json_of(failure_from(text)) == text, "a failure is read as it was written");
  }
} catch (const json::exception&) {
} catch (const Error&) {
}

}  // namespace modlab
