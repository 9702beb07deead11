#include "harness/store/best.h"
#include "harness/store/tuned.h"
#include "tests/fuzz/fuzz.h"

namespace modlab {

/// The database, and what `modlab best --json` prints from it for other programs to read.
void fuzz(std::string_view input) {
  unless_refused([&] { return best_variant(input, name_of(Workload{})); });

  const auto known = unless_refused([&] { return parse_tuned(input); });
  if (!known) return;
  const std::string text = tuned_text(*known);
  require(tuned_text(parse_tuned(text)) == text, "configurations are read as they were written");
  const TunedKey asked = tuned_key({}, {}, "exact", "warm");
  for (const TunedConfiguration& each : nearest_first(*known, asked))
    require(differences(asked, each.key).empty() == (distance(asked, each.key) == 0), "a distance has words");
}

}  // namespace modlab
