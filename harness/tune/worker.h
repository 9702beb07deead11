#pragma once

#include <functional>
#include <memory>

#include "harness/measure/workbench.h"
#include "harness/tune/rig.h"
#include "kernels/catalogue.h"

namespace modlab::tune {

/// Serves a rig to the parent process over stdin and stdout until they close: one JSON object per line. The worker
/// begins with {"platform", "clock", "lookahead"}, or {"error"} where it cannot work. Then each request has one reply:
///
///     {"begin": assignment}                 {}
///     {"evaluate": candidate}               {"evaluation"}
///     {"confirm": [finalist…], "rule"}      {"confirmation"}
///
/// or {"failure": status, "detail", "kernel"} where a VariantFailure was thrown; every reply also has the "ledger".
/// Before it, any number of {"at": variant} say whose kernel is at work; see Workbench::tell. Two requests have no
/// reply:
/// {"expect": [variant…]}, and {"kernel": file}, which introduces a user's kernel before its first variant is named.
/// What names mean is the catalogue's, which is made anew for each kernel.
void serve(const std::function<std::unique_ptr<Rig>(measure::Workbench::Listener)>& make_rig,
           const std::function<std::unique_ptr<const Catalogue>(Kernels)>& make_catalogue);

}  // namespace modlab::tune
