#pragma once

#include <span>
#include <vector>

namespace modlab::statistics {

/// Which of several hypotheses are rejected so that, whichever of them are true, the probability of rejecting any true
/// one is at most `error_rate`. (Holm, 1979; no assumption about how the tests depend on each other.)
std::vector<bool> holm_rejections(std::span<const double> p_values, double error_rate);

}  // namespace modlab::statistics
