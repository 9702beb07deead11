#include "harness/store/best_name.h"
#include "harness/store/tuned.h"
#include "kernels/modulus/problem.h"
#include "tests/fuzz/fuzz.h"

namespace modlab {

/// The database, and what `modlab best --json` prints from it for other programs to read.
void fuzz(std::string_view input) {
  unless_refused([&] { return modulus::parse_variant(store::best_name(input, name_of(modulus::Workload{}))); });

  const auto known = unless_refused([&] { return store::parse_tuned(input); });
  if (!known) return;
  const std::string text = store::tuned_text(*known);
  require(store::tuned_text(store::parse_tuned(text)) == text, "configurations are read as they were written");
  const store::TunedKey asked = store::tuned_key({}, {}, "exact", "warm");
  for (const store::TunedConfiguration& each : store::nearest_first(*known, asked))
    require(store::differences(asked, each.key).empty() == (store::distance(asked, each.key) == 0),
            "a distance has words");
}

}  // namespace modlab
