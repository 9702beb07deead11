#include "gui/analysis/roofline_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "harness/analysis/peers.h"
#include "kernels/accuracy.h"

namespace modlab::gui {
namespace {

/// A part of every line's height, from the middle of the line.
struct Lane {
  double centre = 0;
  double half = 0;  ///< how far dots spread from there

  /// The place of one of several dots.
  [[nodiscard]] double place(std::size_t dot, std::size_t dots) const {
    return centre + half * (2 * (static_cast<double>(dot) + 0.5) / static_cast<double>(dots) - 1);
  }
};

struct Lanes {
  Lane exact;
  Lane formula;
  Lane peers;
};

/// Only what the run has takes part of the height.
Lanes lanes_for(bool exact, bool formula, bool peers) {
  constexpr double kUsed = 0.88;
  const double count = std::max(1, int{exact} + int{formula} + int{peers});
  double next = 0;
  const auto take = [&](bool wanted) {
    const Lane lane{.centre = kUsed * ((next + 0.5) / count - 0.5), .half = 0.36 * kUsed / count};
    if (wanted) ++next;
    return lane;
  };
  Lanes lanes;
  lanes.exact = take(exact);
  lanes.formula = take(formula);
  lanes.peers = take(peers);
  return lanes;
}

double scale_of(const analysis::RooflineBar& bar, analysis::Unit unit) {
  if (unit != analysis::Unit::roofline) return 1;
  return bar.roof_gbps > 0 ? 100 / bar.roof_gbps : 0;
}

class LinesBuilder {
 public:
  LinesBuilder(const analysis::Run& run, const analysis::Run* beside, const std::vector<store::Row>& elsewhere,
               analysis::Unit unit)
      : run_(run) {
    lines_.bars = analysis::roofline_bars(run, beside);
    bool exact = false;
    bool formula = false;
    for (const analysis::RooflineBar& bar : lines_.bars) {
      lines_.labels.push_back(bar.label);
      lines_.scale.push_back(scale_of(bar, unit));
      peers_.push_back(analysis::peers_of(run, bar.group, elsewhere));
      exact = exact || bar.best_exact;
      formula = formula || bar.best_formula;
    }
    lanes_ =
        lanes_for(exact, formula, std::ranges::any_of(peers_, [](const report::Rows& rows) { return !rows.empty(); }));
  }

  RooflineLines build() {
    for (std::size_t i = 0; i < lines_.bars.size(); ++i) {
      const analysis::RooflineBar& bar = lines_.bars[i];
      add_dots(i, name_of(Accuracy::exact), lanes_.exact, lines_.exact);
      add_dots(i, name_of(Accuracy::formula), lanes_.formula, lines_.formula);
      add_best(i, bar.best_exact, lanes_.exact, lines_.best_exact);
      add_best(i, bar.best_formula, lanes_.formula, lines_.best_formula);
      for (const store::Row* peer : peers_[i]) add_peer(i, *peer);
    }
    lines_.exact = analysis::thin(lines_.exact, analysis::kMaxDots / 2);
    lines_.formula = analysis::thin(lines_.formula, analysis::kMaxDots / 2);
    add_figures();
    return std::move(lines_);
  }

 private:
  [[nodiscard]] std::optional<double> figure(std::size_t bar, const store::Row& row) const {
    const auto gbps = analysis::figure_of(row, analysis::Unit::throughput);
    if (!gbps || lines_.scale[bar] == 0) return std::nullopt;
    return *gbps * lines_.scale[bar];
  }

  void add_dots(std::size_t bar, std::string_view accuracy, const Lane& lane,
                std::vector<analysis::PlotPoint>& to) const {
    const std::vector<std::size_t> indices = analysis::timed_rows(run_, lines_.bars[bar].group, accuracy);
    for (std::size_t n = 0; n < indices.size(); ++n)
      if (const auto at = figure(bar, run_.rows()[indices[n]]))
        to.push_back({*at, static_cast<double>(bar) + lane.place(n, indices.size()), indices[n]});
  }

  void add_best(std::size_t bar, const std::optional<std::size_t>& best, const Lane& lane,
                std::vector<analysis::PlotPoint>& to) const {
    if (!best) return;
    if (const auto at = figure(bar, run_.rows()[*best]))
      to.push_back({*at, static_cast<double>(bar) + lane.centre, *best});
  }

  void add_peer(std::size_t bar, const store::Row& peer) {
    const auto at = figure(bar, peer);
    if (!at) return;
    const analysis::RowGroup& group = run_.groups[lines_.bars[bar].group];
    const std::string name = analysis::peer_name(peer, run_.rows()[group.indices.front()]);
    const auto known = std::ranges::find(lines_.peer_names, name);
    const auto index = static_cast<std::size_t>(known - lines_.peer_names.begin());
    if (known == lines_.peer_names.end()) lines_.peer_names.push_back(name);
    const auto own = analysis::index_of_peer(run_, lines_.bars[bar].group, peer);
    lines_.peers.push_back(
        {.bar = bar,
         .name = index,
         .row = &peer,
         .at = {*at, static_cast<double>(bar) + lanes_.peers.centre, own.value_or(lines_.peers.size())},
         .of_run = own.has_value()});
  }

  void add_figures() {
    const std::size_t count = lines_.bars.size();
    const auto share = [&](std::size_t bar, const store::Row& row) {
      const auto gbps = analysis::figure_of(row, analysis::Unit::throughput);
      const double roof = lines_.bars[bar].roof_gbps;
      return gbps && roof > 0 ? fmt::format("{:.1f} %", 100 * *gbps / roof) : std::string();
    };
    const auto add = [&](std::string title, auto text_of_bar) {
      FigureColumn column{.title = std::move(title), .texts = {}};
      for (std::size_t i = 0; i < count; ++i) column.texts.push_back(text_of_bar(i));
      const bool has_text = std::ranges::any_of(column.texts, [](const std::string& text) { return !text.empty(); });
      if (has_text) lines_.figures.push_back(std::move(column));
    };
    const auto best = [&](std::optional<std::size_t> analysis::RooflineBar::*of_class) {
      return [&, of_class](std::size_t i) {
        const auto& index = lines_.bars[i].*of_class;
        return index ? share(i, run_.rows()[*index]) : std::string();
      };
    };
    add("exact", best(&analysis::RooflineBar::best_exact));
    add("formula", best(&analysis::RooflineBar::best_formula));
    for (std::size_t name = 0; name < lines_.peer_names.size(); ++name)
      add(lines_.peer_names[name], [&, name](std::size_t i) {
        const store::Row* fastest = nullptr;
        for (const PeerMark& mark : lines_.peers)
          if (mark.name == name && mark.bar == i && (fastest == nullptr || *mark.row->median_ns < *fastest->median_ns))
            fastest = mark.row;
        return fastest != nullptr ? share(i, *fastest) : std::string();
      });
    add("copy", [&](std::size_t i) {
      const double roof = lines_.bars[i].roof_gbps;
      return roof > 0 ? analysis::figure_text(analysis::Unit::throughput, roof) : std::string();
    });
  }

  const analysis::Run& run_;
  std::vector<report::Rows> peers_;  ///< per bar
  Lanes lanes_;
  RooflineLines lines_;
};

}  // namespace

RooflineLines roofline_lines(const analysis::Run& run, const analysis::Run* beside,
                             const std::vector<store::Row>& elsewhere, analysis::Unit unit) {
  return LinesBuilder(run, beside, elsewhere, unit).build();
}

bool is_near(const analysis::RooflineLimit& limit, const analysis::RooflineBar& bar) {
  constexpr double kNear = 5;
  return limit.kind != analysis::LimitKind::launch_floor || limit.gbps < kNear * bar.roof_gbps;
}

}  // namespace modlab::gui
