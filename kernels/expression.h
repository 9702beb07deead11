#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

namespace modlab {

/// The value of a name in an expression; nothing where there is no such name.
using Symbols = std::function<std::optional<std::int64_t>(std::string_view name)>;

/// Evaluates an expression over whole numbers as HLSL would: + - * / % == != < <= > >= && || ! and parentheses. Throws
/// Error on anything else, on an unknown name, a division by zero, and a value beyond 32 bits.
std::int64_t evaluate(std::string_view expression, const Symbols& symbols);

}  // namespace modlab
