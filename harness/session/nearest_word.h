#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace modlab {

/// The choice that a misspelt word probably means: one typing error away, or two in a longer word.
std::optional<std::string> nearest_word(std::string_view word, std::span<const std::string> choices);

}  // namespace modlab
