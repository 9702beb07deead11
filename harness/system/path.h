#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace modlab {

/// The path that a text of ours names: UTF-8 on every system, as arguments, variables and files have it. It has this
/// system's separators, so that what is derived from it never mixes two kinds. On Windows a path that is made from a
/// std::string is not this: libstdc++ takes each byte for a character. The way back is path::string(), which libstdc++
/// makes UTF-8, and Visual C++ in programs with our manifest.
inline std::filesystem::path path_of(std::string_view text) {
  return std::filesystem::path(std::u8string(text.begin(), text.end())).make_preferred();
}

}  // namespace modlab
