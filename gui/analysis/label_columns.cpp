#include "gui/analysis/label_columns.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include "kernels/split.h"

namespace modlab::gui {
namespace {

using Parts = std::vector<std::string>;

/// The parts of a workload's name, and mode and adapter where the label has them.
Parts parts_of_label(std::string_view label) {
  constexpr std::string_view kSeparator = "  ·  ";
  Parts parts;
  const std::size_t end = std::min(label.find(kSeparator), label.size());
  for (const std::string_view part : split(label.substr(0, end), '/')) parts.emplace_back(part);
  for (std::size_t at = end; at < label.size();) {
    const std::size_t begin = at + kSeparator.size();
    at = std::min(label.find(kSeparator, begin), label.size());
    parts.emplace_back(label.substr(begin, at - begin));
  }
  return parts;
}

/// Whether the chosen parts but one of them still tell all labels apart.
bool are_distinct_without(const std::vector<Parts>& all, const std::vector<std::size_t>& chosen, std::size_t left_out) {
  std::set<Parts> seen;
  return std::ranges::all_of(all, [&](const Parts& parts) {
    Parts kept;
    for (std::size_t i = 0; i < chosen.size(); ++i)
      if (i != left_out) kept.push_back(parts[chosen[i]]);
    return seen.insert(std::move(kept)).second;
  });
}

/// Cuts the widest until all together take no more than `most`.
void narrow(std::vector<float>& widths, float most) {
  const auto total = [&] { return std::accumulate(widths.begin(), widths.end(), 0.0f); };
  while (total() > std::max(0.0f, most)) {
    const float excess = total() - std::max(0.0f, most);
    const float widest = std::ranges::max(widths);
    float second = 0;
    for (const float width : widths)
      if (width < widest) second = std::max(second, width);
    const auto count = static_cast<float>(std::ranges::count(widths, widest));
    const float cut = std::min(widest - second, excess / count);
    for (float& width : widths)
      if (width == widest) width = widest - cut;
    if (widest - cut == widest) return;  // too little to matter
  }
}

}  // namespace

std::string fit_text(std::string_view text, float width, const TextWidth& width_of) {
  if (width_of(text) <= width) return std::string(text);
  constexpr std::string_view kEllipsis = "…";
  std::string cut(text);
  while (!cut.empty()) {
    unsigned char last = 0;
    do {  // a letter of several bytes is removed whole
      last = static_cast<unsigned char>(cut.back());
      cut.pop_back();
    } while (!cut.empty() && (last & 0xc0) == 0x80);
    std::string shown = cut + std::string(kEllipsis);
    if (width_of(shown) <= width) return shown;
  }
  return {};
}

LabelColumns label_columns(const std::vector<std::string>& labels, float most, float gap, const TextWidth& width_of) {
  LabelColumns made;
  std::vector<Parts> all;
  std::size_t count = 0;
  for (const std::string& label : labels) count = std::max(count, all.emplace_back(parts_of_label(label)).size());
  for (Parts& parts : all) parts.resize(count);

  std::vector<std::size_t> differing;
  for (std::size_t part = 0; part < count; ++part) {
    const auto same = [&](const Parts& parts) { return parts[part] == all.front()[part]; };
    if (!std::ranges::all_of(all, same))
      differing.push_back(part);
    else
      made.shared += (made.shared.empty() ? "" : "/") + all.front()[part];
  }

  const auto width_of_part = [&](std::size_t part) {
    float widest = 0;
    for (const Parts& parts : all) widest = std::max(widest, width_of(parts[part]));
    return widest;
  };
  std::vector<float> widths;
  for (const std::size_t part : differing) widths.push_back(width_of_part(part));
  const auto total = [&] {
    return std::accumulate(widths.begin(), widths.end(), gap * static_cast<float>(widths.size()));
  };
  while (total() > most) {
    std::optional<std::size_t> widest;
    for (std::size_t i = 0; i < differing.size(); ++i)
      if ((!widest || widths[i] > widths[*widest]) && are_distinct_without(all, differing, i)) widest = i;
    if (!widest) break;
    differing.erase(differing.begin() + static_cast<std::ptrdiff_t>(*widest));
    widths.erase(widths.begin() + static_cast<std::ptrdiff_t>(*widest));
  }
  narrow(widths, most - gap * static_cast<float>(widths.size()));
  for (std::size_t i = 0; i < differing.size(); ++i) {
    LabelColumns::Column column{.x = made.width, .width = widths[i], .texts = {}};
    for (const Parts& parts : all) column.texts.push_back(fit_text(parts[differing[i]], widths[i], width_of));
    made.width += widths[i] + gap;
    made.columns.push_back(std::move(column));
  }
  for (std::size_t label = 0; label < all.size(); ++label) {
    std::size_t repeated = 0;
    while (label > 0 && repeated < differing.size() &&
           all[label][differing[repeated]] == all[label - 1][differing[repeated]])
      ++repeated;
    made.repeats.push_back(repeated);
  }
  return made;
}

}  // namespace modlab::gui
