#include "gui/shell/export.h"

#include <fmt/format.h>

#include <functional>
#include <system_error>
#include <utility>
#include <variant>

#include "harness/system/file.h"
#include "harness/system/path.h"
#include "kernels/error.h"

namespace modlab::gui {
namespace {

namespace fs = std::filesystem;

fs::path with_extension(fs::path base, const char* extension) { return base += extension; }

std::string text_of(const Panel::Csv& table) {
  const auto* text = std::get_if<std::string>(&table);
  return text != nullptr ? *text : std::get<std::function<std::string()>>(table)();
}

PanelExport::Outcome write_export(const fs::path& base, const Panel::Csv& table, const Picture& picture) {
  try {
    std::error_code error;  // replace_file says what is wrong
    fs::create_directories(base.parent_path(), error);
    replace_file(with_extension(base, ".csv"), text_of(table));
    write_png(with_extension(base, ".png"), picture);
  } catch (const Error& error) {
    return {.message = error.what(), .is_fault = true};
  }
  return {.message = fmt::format("Written: {}.csv and .png", base.string())};
}

}  // namespace

fs::path export_path(const fs::path& run_folder, const fs::path& journal, std::string_view panel) {
  return run_folder / "exports" / path_of(fmt::format("{}-{}", journal.stem().string(), panel));
}

void PanelExport::request(const fs::path& base, const session::Paths& inputs) {
  session::check_outputs({with_extension(base, ".csv"), with_extension(base, ".png")}, inputs);
  base_ = base;
}

void PanelExport::write(Picture picture) {
  writing_.start([base = *std::exchange(base_, std::nullopt), table = *std::exchange(table_, std::nullopt),
                  picture = std::move(picture)](const std::stop_token&) { return write_export(base, table, picture); });
}

}  // namespace modlab::gui
