#include "gui/draw/locations.h"

#include <fmt/format.h>

#include <filesystem>
#include <iterator>
#include <utility>

#include "harness/system/environment.h"
#include "harness/system/file.h"

namespace modlab::gui {
namespace {

const std::filesystem::path& locations_file() {
  static const std::filesystem::path file = environment_path("MODLAB_GUI_LOCATIONS");
  return file;
}

std::string& noted() {
  static std::string text;
  return text;
}

}  // namespace

bool locations_wanted() { return !locations_file().empty(); }

void note_location(const std::string& name) {
  const ImVec2 low = ImGui::GetItemRectMin();
  const ImVec2 high = ImGui::GetItemRectMax();
  note_location(name, {(low.x + high.x) / 2, (low.y + high.y) / 2});
}

void note_location(const std::string& name, const ImVec2& at) {
  if (locations_wanted()) fmt::format_to(std::back_inserter(noted()), "{}\t{:.0f}\t{:.0f}\n", name, at.x, at.y);
}

void write_locations() {
  if (!locations_wanted()) return;
  if (ImGui::IsMousePosValid()) note_location("pointer", ImGui::GetMousePos());
  static std::string written;
  std::string now = std::exchange(noted(), {});
  if (now == written) return;
  replace_file(locations_file(), now, Sync::no);
  written = std::move(now);
}

}  // namespace modlab::gui
