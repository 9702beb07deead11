#pragma once

#include <array>
#include <string_view>

#include "kernels/names.h"

namespace modlab {

/// The accuracy that a candidate guarantees and the gate enforces.
enum class Accuracy {
  exact,    ///< bit-identical to the reference on every data set; any NaN matches any NaN
  formula,  ///< the documented formula in floating point, within within_formula_bound() of the reference
  peer,     ///< what others compute: it is compared with the reference, and never wrong
};

inline constexpr std::array<Named<Accuracy>, 3> kAccuracyNames{
    {{Accuracy::exact, "exact"}, {Accuracy::formula, "formula"}, {Accuracy::peer, "peer"}}};
constexpr std::string_view name_of(Accuracy accuracy) { return name_in(kAccuracyNames, accuracy); }

/// Whether it can be wrong, or too fast to be true.
constexpr bool is_judged(Accuracy accuracy) { return accuracy != Accuracy::peer; }

}  // namespace modlab
