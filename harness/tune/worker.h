#pragma once

#include <functional>
#include <memory>

#include "harness/tune/evaluator.h"

namespace modlab {

/// Serves an evaluator to the process that started this one, over stdin and stdout, until it closes them: one JSON
/// object a line. The worker begins with {"platform", "clock", "lookahead"}, or {"error"} where it cannot be of use.
/// Then each question has one answer:
///
///     {"begin": assignment}                 {}
///     {"evaluate": proposal}                {"evaluation"}
///     {"confirm": [finalist…], "limit_s"}   {"confirmation"}
///
/// or {"failure": status, "detail"} where a VariantFailure was thrown; every answer also has the "ledger". What is told
/// as {"expect": [variant…]} has none.
void serve(const std::function<std::unique_ptr<Evaluator>()>& make_evaluator);

}  // namespace modlab
