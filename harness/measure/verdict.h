#pragma once

#include <array>
#include <string_view>

#include "kernels/names.h"

namespace modlab {

/// What one set of samples says against another.
enum class Verdict { faster, slower, same, unclear };
inline constexpr std::array<Named<Verdict>, 4> kVerdictNames{
    {{Verdict::faster, "FASTER"}, {Verdict::slower, "SLOWER"}, {Verdict::same, "SAME"}, {Verdict::unclear, "UNCLEAR"}}};
constexpr std::string_view name_of(Verdict verdict) { return name_in(kVerdictNames, verdict); }

}  // namespace modlab
