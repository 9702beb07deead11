#pragma once

namespace modlab::statistics {

/// The probability that a variable of Student's distribution exceeds t. `degrees` of freedom are at least 1 and need
/// not be whole.
double student_tail(double t, double degrees);

/// The value that such a variable exceeds with this probability, which lies between 0 and 1/2.
double student_quantile(double tail, double degrees);

}  // namespace modlab::statistics
