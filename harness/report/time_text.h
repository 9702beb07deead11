#pragma once

#include <string>

namespace modlab {

/// "6.86 ms": a time in the unit that suits it.
std::string time_text(double ns);

}  // namespace modlab
