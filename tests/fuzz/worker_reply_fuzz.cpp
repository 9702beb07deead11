#include <nlohmann/json.hpp>

#include "harness/store/json_text.h"
#include "harness/tune/wire.h"
#include "tests/fuzz/fuzz.h"

namespace modlab {

using nlohmann::json;

/// A line that the tuner reads from its worker, as harness/tune/worker.h describes them.
void fuzz(std::string_view input) try {
  const json reply = store::parse_json(input);
  const auto read = [&](const char* key, auto read_as) {
    if (!reply.contains(key)) return;
    const json text = store::json_of(read_as(reply.at(key)));
    require(store::json_of(read_as(text)) == text, "a reply is read as it was written");
  };
  read("platform", store::value_from<Platform>);
  read("clock", store::value_from<measure::Clock>);
  read("evaluation", store::value_from<tune::Evaluation>);
  read("confirmation", store::value_from<tune::Confirmation>);
  read("ledger", store::value_from<measure::Ledger>);
  if (reply.contains("failure")) {
    const json text = tune::json_of(tune::failure_from(reply));
    require(tune::json_of(tune::failure_from(text)) == text, "a failure is read as it was written");
  }
} catch (const json::exception&) {
} catch (const Error&) {
}

}  // namespace modlab
