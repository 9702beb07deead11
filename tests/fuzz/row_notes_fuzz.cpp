#include "harness/store/row_notes.h"
#include "tests/fuzz/fuzz.h"

namespace modlab {

void fuzz(std::string_view input) {
  const auto notes = unless_refused([&] { return store::parse_notes(input); });
  if (!notes) return;
  const std::string text = store::notes_text(*notes);
  require(store::notes_text(store::parse_notes(text)) == text, "notes are read as they were written");
}

}  // namespace modlab
