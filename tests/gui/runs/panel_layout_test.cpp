#include "gui/runs/panel_layout.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

namespace modlab::gui {
namespace {

using ::testing::ElementsAre;

const PanelLayout kThree = beside(0.6f, only("a"), stacked(0.3f, only("b"), only("c")));

TEST(PanelLayout, PanelsAreListedAsTheyAreRead) {
  EXPECT_THAT(panels_in(kThree), ElementsAre("a", "b", "c"));
  EXPECT_TRUE(has_panel(kThree, "c"));
  EXPECT_FALSE(has_panel(kThree, "d"));
}

TEST(PanelLayout, APanelReplacesAnotherOrChangesPlacesWithIt) {
  PanelLayout layout = kThree;
  replace_panel(layout, "b", "d");
  EXPECT_THAT(panels_in(layout), ElementsAre("a", "d", "c"));
  replace_panel(layout, "a", "c");
  EXPECT_THAT(panels_in(layout), ElementsAre("c", "d", "a"));
  replace_panel(layout, "d", "d");
  replace_panel(layout, "missing", "e");
  EXPECT_THAT(panels_in(layout), ElementsAre("c", "d", "a"));
}

TEST(PanelLayout, APartIsSplitAndGivenBack) {
  PanelLayout layout = kThree;
  split_panel(layout, "a", Split::rows, "d");
  EXPECT_EQ(layout, beside(0.6f, stacked(0.5f, only("a"), only("d")), stacked(0.3f, only("b"), only("c"))));
  close_panel(layout, "a");
  EXPECT_EQ(layout, beside(0.6f, only("d"), stacked(0.3f, only("b"), only("c"))));
  close_panel(layout, "d");
  EXPECT_EQ(layout, stacked(0.3f, only("b"), only("c")));
  close_panel(layout, "c");
  close_panel(layout, "b");
  EXPECT_EQ(layout, only("b")) << "the last one stays";
}

TEST(PanelLayout, IsReadAsItWasWritten) { EXPECT_EQ(parse_layout(layout_json(kThree)), kThree); }

TEST(PanelLayout, BrokenAndRepeatedPartsAreLeftOut) {
  const auto parsed = [](const char* text) { return parse_layout(nlohmann::json::parse(text)); };
  EXPECT_EQ(parsed(R"({"columns": ["a", {"rows": ["b", 3]}], "share": 7})"), beside(0.9f, only("a"), only("b")));
  EXPECT_EQ(parsed(R"({"columns": ["a", "a"]})"), only("a"));
  for (const char* broken : {"3", R"("")", "{}", R"({"columns": "a"})", R"({"rows": [1, 2]})", R"({"rows": ["a"]})"})
    EXPECT_EQ(parsed(broken), std::nullopt) << broken;
}

TEST(PanelLayout, UnknownPanelsAreClosed) {
  PanelLayout layout = kThree;
  EXPECT_TRUE(keep_panels(layout, std::vector<std::string>{"b", "c", "d"}));
  EXPECT_EQ(layout, stacked(0.3f, only("b"), only("c")));
  EXPECT_FALSE(keep_panels(layout, std::vector<std::string>{"d"}));
}

TEST(PanelLayout, TheBuiltInOnesHaveDifferentNamesAndTheFirstShowsFourPanels) {
  std::set<std::string> names;
  for (const NamedLayout& each : built_in_layouts()) names.insert(each.name);
  EXPECT_EQ(names.size(), built_in_layouts().size());
  EXPECT_THAT(panels_in(built_in_layouts().front().layout),
              ElementsAre("leaderboard", "inspector", "heatmap", "effect"));
}

}  // namespace
}  // namespace modlab::gui
