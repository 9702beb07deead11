#pragma once

#include <array>
#include <string_view>

#include "harness/statistics/statistics.h"
#include "kernels/names.h"

namespace modlab::statistics {

/// How one set of samples compares with another.
enum class Verdict { faster, slower, same, unclear };
inline constexpr std::array<Named<Verdict>, 4> kVerdictNames{
    {{Verdict::faster, "FASTER"}, {Verdict::slower, "SLOWER"}, {Verdict::same, "SAME"}, {Verdict::unclear, "UNCLEAR"}}};
constexpr std::string_view name_of(Verdict verdict) { return name_in(kVerdictNames, verdict); }

/// FASTER or SLOWER where the whole interval lies beyond 1 by more than the indifference, otherwise SAME where it lies
/// within the tolerance around 1, otherwise UNCLEAR.
Verdict judge(const Interval& ratio, double indifference, double tolerance);

}  // namespace modlab::statistics
