#include "harness/store/run_context.h"
#include "tests/fuzz/fuzz.h"

namespace modlab {

void fuzz(std::string_view input) {
  const auto context = unless_refused([&] { return store::parse_context(input); });
  if (!context) return;
  require(!store::parts_of(*context).empty(), "a context has a part");
  const std::string text = store::context_text(*context);
  require(store::context_text(store::parse_context(text)) == text, "a context is read as it was written");
}

}  // namespace modlab
