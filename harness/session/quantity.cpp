#include "harness/session/quantity.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "kernels/error.h"

namespace modlab::session {
namespace {

/// In milliseconds it fits an int, which is what poll() takes.
constexpr double kLongestHours = 500;

/// The number that the digits are; nothing where they are anything else, or too many.
std::optional<std::uint64_t> number_in(std::string_view digits) {
  std::uint64_t number = 0;
  const char* const end = digits.data() + digits.size();
  const auto [parsed, error] = std::from_chars(digits.data(), end, number);
  if (error != std::errc{} || parsed != end) return std::nullopt;
  return number;
}

}  // namespace

CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
  const std::string range = fmt::format("{} to {}", least, most);
  return {[=](std::string& text) -> std::string {
            const auto number = number_in(text);
            if (!number || *number < least || *number > most)
              return fmt::format("'{}' is not a whole number from {}", text, range);
            text = fmt::to_string(*number);
            return {};
          },
          most == std::numeric_limits<std::uint64_t>::max() ? std::string() : range};
}

double parse_duration_s(const std::string& text) {
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  const std::string unit(end);
  double scale = 0;
  if (unit == "ms") scale = 1e-3;
  if (unit.empty() || unit == "s") scale = 1;
  if (unit == "m") scale = 60;
  if (unit == "h") scale = 3600;
  if (end == text.c_str() || scale == 0 || !std::isfinite(number) || number <= 0)
    throw Error(fmt::format("'{}' is not a time; write seconds, or a number with ms, s, m or h", text));
  if (number * scale > 3600 * kLongestHours)
    throw Error(fmt::format("'{}' is too long a time; the longest is {:g}h", text, kLongestHours));
  return number * scale;
}

double parse_share(const std::string& text) {
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  const std::string unit(end);
  if (end == text.c_str() || unit != "%" || !std::isfinite(number) || number <= 0 || number >= 100)
    throw Error(fmt::format("'{}' is not a share; write one such as 0.5%", text));
  return number / 100;
}

tune::WorkLimit parse_work_limit(const std::string& text) {
  if (!text.ends_with('e')) return {.seconds = parse_duration_s(text)};
  const auto evaluations = number_in(std::string_view(text).substr(0, text.size() - 1));
  if (!evaluations || *evaluations == 0)
    throw Error(fmt::format("'{}' is not a number of evaluations; write one such as 200e, or a time", text));
  return {.evaluations = static_cast<double>(*evaluations)};
}

}  // namespace modlab::session
