#include "gui/runs/settings.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/support/run_files.h"
#include "tests/support/temporary_folder.h"

namespace modlab::gui {
namespace {

TEST(Settings, AreReadAsTheyWereWritten) {
  const TemporaryFolder folder;
  const Settings settings{.theme = Theme::light,
                          .zoom = 1.25f,
                          .unit = analysis::Unit::roofline,
                          .panel = "effect",
                          .layout = beside(0.3f, only("effect"), only("samples")),
                          .one_panel = true,
                          .layouts = {{"mine", stacked(0.7f, only("control"), only("context"))}},
                          .width = 1280,
                          .height = 720,
                          .position = Position{.x = -1200, .y = 40},
                          .maximised = true};
  write_settings(folder / "deep/modlab", settings);
  EXPECT_EQ(read_settings(folder / "deep/modlab"), settings);
}

TEST(Settings, InvalidValuesFallBackToDefaultsAndNumbersAreClamped) {
  const TemporaryFolder folder;
  EXPECT_EQ(read_settings(folder / "missing"), Settings{});
  EXPECT_EQ(read_settings({}), Settings{});
  for (const char* text : {"", "{", "[1]", R"({"theme": 7, "unit": "furlongs", "zoom": "large", "one_panel": 1})",
                           R"({"layout": {"columns": [1]}, "layouts": {"": "effect", "mine": 3}})",
                           R"({"x": "left", "y": 3, "maximised": 1})", R"({"x": 3})"}) {
    write_text(folder / "dashboard.json", text);
    EXPECT_EQ(read_settings(folder / ""), Settings{}) << text;
  }
  write_text(folder / "dashboard.json", R"({"zoom": 1000, "width": -5})");
  EXPECT_EQ(read_settings(folder / "").zoom, kMaxZoom);
  EXPECT_EQ(read_settings(folder / "").width, 400);
}

TEST(Settings, AreInTheUsersConfigFolder) {
  ASSERT_EQ(setenv("XDG_CONFIG_HOME", "/somewhere", 1), 0);
  EXPECT_EQ(settings_folder(), "/somewhere/modlab");
  ASSERT_EQ(unsetenv("XDG_CONFIG_HOME"), 0);
  ASSERT_EQ(setenv("HOME", "/home/user", 1), 0);
  EXPECT_EQ(settings_folder(), "/home/user/.config/modlab");
}

TEST(Settings, NestedDeeperThanTheStackFallBackToDefaults) {
  constexpr std::size_t kDeep = 1'000'000;
  EXPECT_EQ(parse_settings(R"({"layout": )" + std::string(kDeep, '[') + std::string(kDeep, ']') + "}"), Settings{});
}

}  // namespace
}  // namespace modlab::gui
