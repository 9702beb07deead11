#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "harness/store/run_context.h"

namespace modlab::gui {

/// How much of its budget a search has used, from its files alone, so that it does not matter who started it or how
/// often it was resumed.
struct BudgetUse {
  double used = 0;
  double total = 0;
  bool in_seconds = true;  ///< rather than in evaluations
};

/// Nothing where there is no limit, and for runs that are no search. `rows`: how many the run has so far.
std::optional<BudgetUse> budget_use(const store::RunContext& context, std::size_t rows);

/// "12 of 60 s, 48 s left", "20 of 200 evaluations, 180 left"
std::string text_of(const BudgetUse& use);

}  // namespace modlab::gui
