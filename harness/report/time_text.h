#pragma once

#include <string>

namespace modlab::report {

/// "6.86 ms": a time in a suitable unit.
std::string time_text(double ns);

}  // namespace modlab::report
