#include <nlohmann/json.hpp>

#include "harness/store/json_text.h"
#include "harness/tune/wire.h"
#include "tests/fuzz/fuzz.h"

namespace modlab {

using nlohmann::json;

/// A line that the worker reads from its parent, as harness/tune/worker.h describes them.
void fuzz(std::string_view input) try {
  const json request = parse_json(input);
  const auto read = [&](const char* key, auto read_as) {
    if (!request.contains(key)) return;
    const json text = json_of(read_as(request.at(key)));
    require(json_of(read_as(text)) == text, "a request is read as it was written");
  };
  if (request.contains("kernel")) {
    const json text = json_of(value_from<KernelFile>(request.at("kernel")));
    require(json_of(value_from<KernelFile>(text)) == text, "a kernel is read as it was written");
  }
  read("begin", value_from<Assignment>);
  read("expect", value_from<std::vector<Variant>>);
  read("evaluate", value_from<Attempt>);
  read("confirm", value_from<std::vector<Finalist>>);
  read("rule", value_from<ConfirmationRule>);
} catch (const json::exception&) {
} catch (const Error&) {
}

}  // namespace modlab
