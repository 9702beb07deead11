#include <nlohmann/json.hpp>

#include "harness/store/json_text.h"
#include "harness/tune/wire.h"
#include "kernels/modulus/problem.h"
#include "tests/fuzz/fuzz.h"

namespace modlab {

using nlohmann::json;

/// A line that the worker reads from its parent, as harness/tune/worker.h describes them.
void fuzz(std::string_view input) try {
  const json request = store::parse_json(input);
  const auto read = [&](const char* key, auto read_as) {
    if (!request.contains(key)) return;
    const json text = store::json_of(read_as(request.at(key)));
    require(store::json_of(read_as(text)) == text, "a request is read as it was written");
  };
  if (request.contains("kernel")) {
    const json text = store::json_of(store::value_from<KernelPtr>(request.at("kernel")));
    require(store::json_of(store::value_from<KernelPtr>(text)) == text, "a kernel is read as it was written");
  }
  read("begin", store::value_from<tune::Assignment>);
  read("expect", store::value_from<std::vector<Candidate>>);
  read("evaluate", store::value_from<tune::Attempt>);
  read("confirm", store::value_from<std::vector<tune::Finalist>>);
  read("rule", store::value_from<tune::ConfirmationRule>);
} catch (const json::exception&) {
} catch (const Error&) {
}

}  // namespace modlab
