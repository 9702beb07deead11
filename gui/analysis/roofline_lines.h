#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "harness/analysis/roofline_bars.h"
#include "harness/analysis/run.h"
#include "harness/analysis/thin.h"
#include "harness/analysis/unit.h"

namespace modlab::gui {

/// A peer's mark.
struct PeerMark {
  std::size_t bar = 0;
  std::size_t name = 0;  ///< index into the names
  const store::Row* row = nullptr;
  analysis::PlotPoint at;  ///< its index is that of the run's row, or of this mark for a peer of another journal
  bool of_run = false;
};

/// A column of figures beside the lines.
struct FigureColumn {
  std::string title;
  std::vector<std::string> texts;  ///< one per line; empty where there is no figure
};

/// The roofline plot: a line per workload, 0 at the top, 1 high, with a lane for each accuracy class and one for peers,
/// where the run has them. Figures are to the right, in GB/s or % of the roofline.
struct RooflineLines {
  std::vector<analysis::RooflineBar> bars;
  std::vector<std::string> labels;  ///< of the bars
  std::vector<double> scale;        ///< per bar, what a GB/s is in the plot's unit; 0 where that cannot be said
  std::vector<analysis::PlotPoint> exact;
  std::vector<analysis::PlotPoint> formula;
  std::vector<analysis::PlotPoint> best_exact;
  std::vector<analysis::PlotPoint> best_formula;
  std::vector<std::string> peer_names;  ///< one per program, in the order of their appearance
  std::vector<PeerMark> peers;
  std::vector<FigureColumn> figures;  ///< shares of the best and the peers in the copy, then the copy
};

/// `beside` may be null, or a run that knows what a copy reaches in another mode; `elsewhere` holds peers of other
/// journals, and must outlive the result as the run must.
RooflineLines roofline_lines(const analysis::Run& run, const analysis::Run* beside,
                             const std::vector<store::Row>& elsewhere, analysis::Unit unit);

/// A launch floor far above the roof limits nothing.
bool is_near(const analysis::RooflineLimit& limit, const analysis::RooflineBar& bar);

}  // namespace modlab::gui
