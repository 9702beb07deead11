#include "kernels/expression.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <limits>

#include "kernels/error.h"

namespace modlab {
namespace {

constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// The operators of two operands, by how tightly they bind. Of two that begin alike, the longer one comes first.
constexpr std::array<std::array<std::string_view, 4>, 6> kLevels{{
    {"||"},
    {"&&"},
    {"==", "!="},
    {"<=", ">=", "<", ">"},
    {"+", "-"},
    {"*", "/", "%"},
}};

class Evaluation {
 public:
  Evaluation(std::string_view text, const Symbols& symbols) : whole_(text), rest_(text), symbols_(symbols) {}

  std::int64_t run() {
    const std::int64_t value = binary(0);
    skip_space();
    if (!rest_.empty()) fail(fmt::format("'{}' is not understood", rest_));
    return value;
  }

 private:
  [[noreturn]] void fail(const std::string& why) const { throw Error(fmt::format("'{}': {}", whole_, why)); }

  void skip_space() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t"), rest_.size())); }

  bool take(std::string_view token) {
    skip_space();
    if (!rest_.starts_with(token)) return false;
    rest_.remove_prefix(token.size());
    return true;
  }

  std::int64_t binary(std::size_t level) {
    if (level == kLevels.size()) return unary();
    std::int64_t left = binary(level + 1);
    for (;;) {
      std::string_view found;
      for (const std::string_view token : kLevels[level])
        if (found.empty() && !token.empty() && take(token)) found = token;
      if (found.empty()) return left;
      left = checked(apply(found, left, binary(level + 1)));
    }
  }

  std::int64_t unary() {
    if (++depth_ > kDeepest) fail("it is nested too deeply");
    std::int64_t value = 0;
    if (take("!"))
      value = unary() == 0 ? 1 : 0;
    else if (take("-"))
      value = -unary();
    else
      value = primary();
    --depth_;
    return checked(value);
  }

  std::int64_t primary() {
    if (take("(")) {
      const std::int64_t value = binary(0);
      if (!take(")")) fail("a ')' is missing");
      return value;
    }
    if (rest_.empty()) fail("something is missing at its end");
    std::size_t end = 0;
    if (is_digit(rest_.front())) {
      std::int64_t value = 0;
      const auto [stop, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
      if (error != std::errc{}) fail("a number is too large");
      rest_.remove_prefix(static_cast<std::size_t>(stop - rest_.data()));
      return value;
    }
    while (end < rest_.size() && (is_letter(rest_[end]) || is_digit(rest_[end]))) ++end;
    if (end == 0) fail(fmt::format("'{}' is not understood", rest_));
    const std::string_view name = rest_.substr(0, end);
    rest_.remove_prefix(end);
    if (const auto value = symbols_(name)) return *value;
    fail(fmt::format("'{}' is no number and no axis with numbers", name));
  }

  std::int64_t apply(std::string_view token, std::int64_t a, std::int64_t b) const {
    if (token == "||") return a != 0 || b != 0 ? 1 : 0;
    if (token == "&&") return a != 0 && b != 0 ? 1 : 0;
    if (token == "==") return a == b ? 1 : 0;
    if (token == "!=") return a != b ? 1 : 0;
    if (token == "<=") return a <= b ? 1 : 0;
    if (token == ">=") return a >= b ? 1 : 0;
    if (token == "<") return a < b ? 1 : 0;
    if (token == ">") return a > b ? 1 : 0;
    if (token == "+") return a + b;
    if (token == "-") return a - b;
    if (token == "*") return a * b;
    if (b == 0) fail("it divides by zero");
    return token == "/" ? a / b : a % b;
  }

  /// Keeps every operand below 2^32, so that no operation overflows.
  [[nodiscard]] std::int64_t checked(std::int64_t value) const {
    constexpr std::int64_t kLargest = std::numeric_limits<std::uint32_t>::max() / 2;
    if (value > kLargest || value < -kLargest) fail("a value is too large");
    return value;
  }

  // Expressions may be evaluated within each other, eight deep in the dashboard, and a thread has 1 MiB on Windows.
  static constexpr int kDeepest = 32;

  std::string_view whole_;
  std::string_view rest_;
  const Symbols& symbols_;
  int depth_ = 0;
};

}  // namespace

std::int64_t evaluate(std::string_view expression, const Symbols& symbols) {
  return Evaluation(expression, symbols).run();
}

}  // namespace modlab
