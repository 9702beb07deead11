#pragma once

#include <functional>
#include <memory>

#include "harness/tune/evaluator.h"

namespace modlab {

/// Serves an evaluator to the parent process over stdin and stdout until they close: one JSON object per line. The
/// worker begins with {"platform", "clock", "lookahead"}, or {"error"} where it cannot work. Then each request has one
/// reply:
///
///     {"begin": assignment}                 {}
///     {"evaluate": candidate}               {"evaluation"}
///     {"confirm": [finalist…], "rule"}      {"confirmation"}
///
/// or {"failure": status, "detail"} where a VariantFailure was thrown; every reply also has the "ledger". The request
/// {"expect": [variant…]} has no reply.
void serve(const std::function<std::unique_ptr<Evaluator>()>& make_evaluator);

}  // namespace modlab
