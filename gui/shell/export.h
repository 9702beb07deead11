#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "gui/panels/panel.h"
#include "gui/runs/background.h"
#include "gui/shell/picture.h"
#include "harness/session/outputs.h"

namespace modlab::gui {

/// Where a panel is exported to by default, without an extension: exports/RUN-PANEL in the folder
/// of runs. A folder of its own, because a table among the journals would pass for a run.
std::filesystem::path export_path(const std::filesystem::path& run_folder, const std::filesystem::path& journal,
                                  std::string_view panel);

/// Writes a panel's data and picture. The data comes first, the picture from the frame after it, and another thread
/// writes both.
class PanelExport {
 public:
  struct Outcome {
    std::string message;
    bool is_fault = false;
  };

  /// To `base`.csv and `base`.png. Throws Error where that would write over one of the inputs.
  void request(const std::filesystem::path& base, const session::Paths& inputs);
  [[nodiscard]] bool wants_table() const { return base_ && !table_ && !writing_.busy(); }
  void add_table(Panel::Csv table) { table_ = std::move(table); }
  [[nodiscard]] bool wants_picture() const { return table_.has_value(); }
  void write(Picture picture);

  [[nodiscard]] bool busy() const { return writing_.busy(); }
  /// How it went, once it is done.
  [[nodiscard]] std::optional<Outcome> take() { return writing_.take(); }

 private:
  std::optional<std::filesystem::path> base_;
  std::optional<Panel::Csv> table_;
  Background<Outcome> writing_;
};

}  // namespace modlab::gui
