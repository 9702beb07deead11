#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace modlab::compile {

/// A source as a preprocessor sees it once lines are joined and comments are gone: spaces stand for comments, and of
/// lines that a backslash or a comment continues the first has it all. It has as many lines as the source.
std::string code_of(std::string_view source);

/// Where the string or character literal that begins here ends: behind its quote, or at the end of its line.
std::size_t literal_end(std::string_view code, std::size_t begin);

constexpr bool begins_literal(char letter) { return letter == '"' || letter == '\''; }

}  // namespace modlab::compile
