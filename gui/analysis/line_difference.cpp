#include "gui/analysis/line_difference.h"

#include <algorithm>
#include <cstdlib>
#include <unordered_map>

#include "kernels/split.h"

namespace modlab::gui {
namespace {

/// Lines by number: equal numbers are alike. `lines` are their indices.
struct Numbered {
  std::vector<std::size_t> numbers;
  std::vector<std::size_t> lines;
};

/// Finds a longest common subsequence.
class CommonLines {
 public:
  CommonLines(const Numbered& left, const Numbered& right) : left_(left), right_(right) {
    const auto longest = static_cast<std::ptrdiff_t>(left.numbers.size() + right.numbers.size());
    forward_.resize(static_cast<std::size_t>(2 * longest + 3));
    backward_.resize(forward_.size());
    find({0, static_cast<std::ptrdiff_t>(left.numbers.size())}, {0, static_cast<std::ptrdiff_t>(right.numbers.size())});
  }

  /// Indices of lines, in order.
  [[nodiscard]] const std::vector<std::pair<std::size_t, std::size_t>>& pairs() const { return pairs_; }

 private:
  struct Part {
    std::ptrdiff_t begin;
    std::ptrdiff_t end;
    [[nodiscard]] std::ptrdiff_t size() const { return end - begin; }
  };

  [[nodiscard]] bool alike(std::ptrdiff_t l, std::ptrdiff_t r) const {
    return left_.numbers[static_cast<std::size_t>(l)] == right_.numbers[static_cast<std::size_t>(r)];
  }
  void pair_up(std::ptrdiff_t l, std::ptrdiff_t r) {
    pairs_.emplace_back(left_.lines[static_cast<std::size_t>(l)], right_.lines[static_cast<std::size_t>(r)]);
  }

  void find(Part left, Part right) {
    while (left.size() > 0 && right.size() > 0 && alike(left.begin, right.begin)) pair_up(left.begin++, right.begin++);
    std::ptrdiff_t tail = 0;
    while (left.size() > 0 && right.size() > 0 && alike(left.end - 1, right.end - 1)) {
      --left.end;
      --right.end;
      ++tail;
    }
    if (left.size() > 0 && right.size() > 0) {
      const auto [l, r] = split_point(left, right);
      find({left.begin, l}, {right.begin, r});
      find({l, left.end}, {r, right.end});
    }
    for (std::ptrdiff_t i = 0; i < tail; ++i) pair_up(left.end + i, right.end + i);
  }

  /// A point on a shortest way from the beginnings to the ends: where ways from both sides meet first.
  std::pair<std::ptrdiff_t, std::ptrdiff_t> split_point(Part left, Part right) {
    const std::ptrdiff_t n = left.size();
    const std::ptrdiff_t m = right.size();
    const std::ptrdiff_t delta = n - m;
    const std::ptrdiff_t most = (n + m + 1) / 2;
    // Per diagonal, how far a way of so many steps gets on the left, from the beginning and from the end.
    const auto forward = [&](std::ptrdiff_t k) -> std::ptrdiff_t& {
      return forward_[static_cast<std::size_t>(k + most + 1)];
    };
    const auto backward = [&](std::ptrdiff_t k) -> std::ptrdiff_t& {
      return backward_[static_cast<std::size_t>(k + most + 1)];
    };
    // A way may leave the texts; nothing is gained there, but it must not count as met.
    const auto is_within = [&](std::ptrdiff_t x, std::ptrdiff_t y) { return x <= n && y <= m; };
    forward(1) = 0;
    backward(1) = 0;
    for (std::ptrdiff_t steps = 0; steps <= most; ++steps) {
      moves_left_ -= 2 * (steps + 1);
      if (moves_left_ < 0) return {left.end, right.begin};
      for (std::ptrdiff_t k = -steps; k <= steps; k += 2) {
        std::ptrdiff_t x =
            k == -steps || (k != steps && forward(k - 1) < forward(k + 1)) ? forward(k + 1) : forward(k - 1) + 1;
        while (x < n && x - k < m && alike(left.begin + x, right.begin + x - k)) ++x;
        forward(k) = x;
        const std::ptrdiff_t other = delta - k;
        if (delta % 2 != 0 && std::abs(other) < steps && is_within(x, x - k) && x + backward(other) >= n)
          return {left.begin + x, right.begin + x - k};
      }
      for (std::ptrdiff_t k = -steps; k <= steps; k += 2) {
        std::ptrdiff_t x =
            k == -steps || (k != steps && backward(k - 1) < backward(k + 1)) ? backward(k + 1) : backward(k - 1) + 1;
        while (x < n && x - k < m && alike(left.end - x - 1, right.end - x + k - 1)) ++x;
        backward(k) = x;
        const std::ptrdiff_t other = delta - k;
        if (delta % 2 == 0 && std::abs(other) <= steps && is_within(x, x - k) && x + forward(other) >= n)
          return {left.end - x, right.end - x + k};
      }
    }
    return {left.end, right.end};  // not reached: the ways meet at the latest where one deletes all and inserts all
  }

  const Numbered& left_;
  const Numbered& right_;
  /// On all ways, enough for ten thousand differences: they take the square of their number. Where there are more, what
  /// is left counts as different.
  std::ptrdiff_t moves_left_ = std::ptrdiff_t{1} << 26;
  std::vector<std::ptrdiff_t> forward_;
  std::vector<std::ptrdiff_t> backward_;
  std::vector<std::pair<std::size_t, std::size_t>> pairs_;
};

/// Without the lines that the other text does not have: these cannot be common, and most of two very different texts.
std::pair<Numbered, Numbered> number_lines(const LineDifference& texts, const LineKey& key) {
  std::unordered_map<std::string, std::size_t> known;
  const auto number = [&](const std::string& line) {
    return known.try_emplace(key ? key(line) : line, known.size()).first->second;
  };
  const auto number_all = [&](const std::vector<std::string>& lines) {
    std::vector<std::size_t> numbers;
    numbers.reserve(lines.size());
    for (const std::string& line : lines) numbers.push_back(number(line));
    return numbers;
  };
  const std::vector<std::size_t> left = number_all(texts.left);
  const std::vector<std::size_t> right = number_all(texts.right);
  const auto those_in = [&](const std::vector<std::size_t>& numbers, const std::vector<std::size_t>& others) {
    std::vector<bool> occurs(known.size(), false);
    for (const std::size_t other : others) occurs[other] = true;
    Numbered kept;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      if (!occurs[numbers[i]]) continue;
      kept.numbers.push_back(numbers[i]);
      kept.lines.push_back(i);
    }
    return kept;
  };
  return {those_in(left, right), those_in(right, left)};
}

std::vector<std::string> lines_of(std::string_view text) {
  if (text.ends_with('\n')) text.remove_suffix(1);
  std::vector<std::string> lines;
  if (text.empty()) return lines;
  for (std::string_view line : split(text, '\n')) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.emplace_back(line);
  }
  return lines;
}

bool is_digit_at(std::string_view text, std::size_t at) {
  return at < text.size() && text[at] >= '0' && text[at] <= '9';
}

}  // namespace

LineDifference line_difference(std::string_view left, std::string_view right, const LineKey& key) {
  LineDifference difference;
  difference.left = lines_of(left);
  difference.right = lines_of(right);
  const auto [left_numbers, right_numbers] = number_lines(difference, key);
  std::size_t l = 0;
  std::size_t r = 0;
  // What lies between two common lines stands side by side as far as both texts have lines there.
  const auto add_until = [&](std::size_t left_end, std::size_t right_end) {
    if (l < left_end || r < right_end) difference.changes.push_back(difference.rows.size());
    while (l < left_end || r < right_end) {
      LineDifference::Row& row = difference.rows.emplace_back();
      if (l < left_end) row.left = l++;
      if (r < right_end) row.right = r++;
    }
  };
  const CommonLines common(left_numbers, right_numbers);
  for (const auto& [common_left, common_right] : common.pairs()) {
    add_until(common_left, common_right);
    difference.rows.push_back({.left = l++, .right = r++, .matches = true});
  }
  add_until(difference.left.size(), difference.right.size());
  return difference;
}

std::string without_numbering(std::string_view line) {
  std::string text;
  for (std::size_t i = 0; i < line.size(); ++i) {
    text += line[i];
    // Of DXIL %12, !7 and <label>:21; of DXBC r3, where no name comes before it.
    const bool follows_name =
        i > 0 && (is_digit_at(line, i - 1) || line[i - 1] == '_' || (line[i - 1] >= 'a' && line[i - 1] <= 'z'));
    const bool numbers = line[i] == '%' || line[i] == '!' || (line[i] == 'r' && !follows_name) ||
                         (line[i] == ':' && text.ends_with("<label>:"));
    if (!numbers) continue;
    while (is_digit_at(line, i + 1)) ++i;
  }
  return text;
}

std::vector<ShownRow> fold_equal(const LineDifference& difference, std::size_t around) {
  const std::size_t count = difference.rows.size();
  std::vector<bool> shown(count, false);
  for (std::size_t row = 0; row < count; ++row) {
    if (difference.rows[row].matches) continue;
    const std::size_t end = std::min(count, row + around + 1);
    for (std::size_t i = row - std::min(row, around); i < end; ++i) shown[i] = true;
  }
  std::vector<ShownRow> rows;
  for (std::size_t row = 0; row < count;) {
    std::size_t end = row;
    while (end < count && !shown[end]) ++end;
    const std::size_t folded = end - row > 1 ? end - row : 0;  // a line takes no more room than a note on it
    rows.push_back({.row = row, .folded = folded});
    row = std::max(end, row + 1);
  }
  return rows;
}

std::vector<ShownRow> all_rows(const LineDifference& difference) {
  std::vector<ShownRow> rows;
  for (std::size_t row = 0; row < difference.rows.size(); ++row) rows.push_back({.row = row, .folded = 0});
  return rows;
}

std::pair<TextRange, TextRange> differing_part(std::string_view left, std::string_view right) {
  const std::size_t shorter = std::min(left.size(), right.size());
  std::size_t head = 0;
  while (head < shorter && left[head] == right[head]) ++head;
  std::size_t tail = 0;
  while (tail < shorter - head && left[left.size() - 1 - tail] == right[right.size() - 1 - tail]) ++tail;
  return {{head, left.size() - tail}, {head, right.size() - tail}};
}

}  // namespace modlab::gui
