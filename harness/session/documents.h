#pragma once

#include <string>
#include <string_view>

namespace modlab::session {

/// A page of the documentation, named as in the source ("docs/csv.md"), by the path at which an installed program's
/// user finds it; as it is for a program that is not installed.
std::string document(std::string_view page);

}  // namespace modlab::session
