#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/analysis/run.h"
#include "harness/analysis/unit.h"

namespace modlab::gui {

/// Which variants to show: those with certain values on some axes, and with figures in a range. By name, because the
/// values of a run that grows are numbered anew.
struct Brush {
  struct Axis {
    std::string axis;
    std::vector<std::string> values;

    bool operator==(const Axis&) const = default;
  };
  struct Figures {
    analysis::Unit unit = analysis::Unit::throughput;
    double low = 0;
    double high = 0;

    bool operator==(const Figures&) const = default;
  };

  std::vector<Axis> axes;
  std::optional<Figures> figures;

  [[nodiscard]] bool empty() const { return axes.empty() && !figures; }
  /// The values brushed on an axis; null where it is not brushed.
  [[nodiscard]] const std::vector<std::string>* on(std::string_view axis) const;
  /// Brushes these values of an axis in place of others; none for the whole axis.
  void set(std::string_view axis, std::vector<std::string> values);

  bool operator==(const Brush&) const = default;
};

/// "threads 128, 256; 3,900 to 4,100 GB/s".
std::string brush_text(const Brush& brush);

/// Per row, whether the brush keeps it. Peers, which have no axes, are always kept.
std::vector<bool> brushed_rows(const analysis::Run& run, const Brush& brush);

/// The run itself where the brush is empty, else the part of it that the brush keeps.
analysis::RunPointer brushed(const analysis::RunPointer& run, const Brush& brush);

}  // namespace modlab::gui
