#pragma once

#include <cstdint>
#include <limits>
#include <string>

#include "harness/tune/budget.h"

namespace CLI {
class Validator;
}

namespace modlab::session {

/// `->transform(whole_number(0, 256))` of an option for a whole number: decimal digits, nothing else. Left to itself,
/// CLI11 takes -1 for 2^64 - 1 and 010 for 8.
CLI::Validator whole_number(std::uint64_t least = 0, std::uint64_t most = std::numeric_limits<std::uint64_t>::max());

/// "40ms", "60s", "5m", "1.5h" or plain seconds, up to 500h; throws Error on anything else.
double parse_duration_s(const std::string& text);

/// "0.5%": more than 0 and less than 100 %; throws Error on anything else.
double parse_share(const std::string& text);

/// A duration, or evaluations: "200e". Throws Error on anything else.
tune::WorkLimit parse_work_limit(const std::string& text);

}  // namespace modlab::session
