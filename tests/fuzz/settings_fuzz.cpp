#include "gui/runs/settings.h"
#include "tests/fuzz/fuzz.h"

namespace modlab {

void fuzz(std::string_view input) {
  const gui::Settings settings = gui::parse_settings(input);  // never throws: defaults replace what is broken
  require(settings.zoom >= gui::kMinZoom && settings.zoom <= gui::kMaxZoom, "the zoom is in its range");
  require(settings.width >= 400 && settings.height >= 300, "the window can be seen");
  require(gui::parse_settings(settings_text(settings)) == settings, "settings are read as they were written");
}

}  // namespace modlab
