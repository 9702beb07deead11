#pragma once

#include <string>
#include <string_view>

namespace modlab {

// Our texts are UTF-8, Windows' are UTF-16. Windows only. What is not well-formed becomes U+FFFD.

std::wstring widened(std::string_view text);
std::string narrowed(std::wstring_view text);

}  // namespace modlab
