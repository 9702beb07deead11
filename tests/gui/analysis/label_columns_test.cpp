#include "gui/analysis/label_columns.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace modlab::gui {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;

/// Every letter is 10 wide; those of several bytes are one.
float ten_each(std::string_view text) {
  float width = 0;
  for (const char c : text)
    if ((static_cast<unsigned char>(c) & 0xc0) != 0x80) width += 10;
  return width;
}

std::vector<std::string> workloads() {
  std::vector<std::string> names;
  for (const char* op : {"floor", "truncate"})
    for (const char* type : {"f32", "f16", "u8"})
      for (const char* layout : {"packed", "broadcast-b"})
        for (const char* placement : {"out", "in-a"})
          names.push_back(std::string(op) + "/" + type + "/134217728/" + layout + "/" + placement + "/mixed");
  return names;
}

TEST(LabelColumns, WhatAllShareIsInNone) {
  const LabelColumns labels = label_columns(workloads(), 1000, 10, ten_each);
  EXPECT_EQ(labels.shared, "134217728/mixed");
  ASSERT_THAT(labels.columns, SizeIs(4));
  EXPECT_EQ(labels.columns[0].texts[0], "floor");
  EXPECT_EQ(labels.columns[2].texts[2], "broadcast-b");
  EXPECT_EQ(labels.columns[3].texts[1], "in-a");
}

TEST(LabelColumns, LeadingPartsOfTheLabelAboveAreRepeats) {
  const LabelColumns labels = label_columns(workloads(), 1000, 10, ten_each);
  EXPECT_EQ(labels.repeats[0], 0U);
  EXPECT_EQ(labels.repeats[1], 3U) << "only the placement differs";
  EXPECT_EQ(labels.repeats[2], 2U);
  EXPECT_EQ(labels.repeats[4], 1U);
  EXPECT_EQ(labels.repeats[12], 0U) << "f32 and packed are written again below another operator";
}

TEST(LabelColumns, NoTextsOverlapHoweverLittleRoomThereIs) {
  for (const float most : {1000.0f, 300.0f, 200.0f, 120.0f, 60.0f, 10.0f}) {
    const LabelColumns labels = label_columns(workloads(), most, 5, ten_each);
    EXPECT_LE(labels.width, std::max(most, 5.0f * 4) + 0.01f);
    for (std::size_t i = 0; i < labels.columns.size(); ++i) {
      const float next = i + 1 < labels.columns.size() ? labels.columns[i + 1].x : labels.width;
      for (const std::string& text : labels.columns[i].texts)
        EXPECT_LE(labels.columns[i].x + ten_each(text) + 5, next + 0.01f) << text << " at " << most;
    }
  }
}

TEST(LabelColumns, TheWidestIsCutFirst) {
  const LabelColumns labels = label_columns(workloads(), 80 + 30 + 80 + 40 + 4 * 10, 10, ten_each);
  EXPECT_EQ(labels.columns[0].texts.back(), "truncate");
  EXPECT_EQ(labels.columns[2].texts[0], "packed");
  EXPECT_EQ(labels.columns[2].texts[2], "broadca…");
}

TEST(LabelColumns, WhatTellsNoLabelsApartIsLeftOutBeforeAnythingIsCut) {
  const std::vector<std::string> sizes{"floor/f32/134217728/out", "floor/f16/268435456/out",
                                       "floor/f32/134217728/in-a"};
  EXPECT_THAT(label_columns(sizes, 1000, 10, ten_each).columns, SizeIs(3));
  const LabelColumns narrow = label_columns(sizes, 100, 10, ten_each);
  ASSERT_THAT(narrow.columns, SizeIs(2));
  EXPECT_THAT(narrow.columns[0].texts, ElementsAre("f32", "f16", "f32"));
  EXPECT_THAT(narrow.columns[1].texts, ElementsAre("out", "out", "in-a"));
}

TEST(LabelColumns, ModeAndAdapterAreParts) {
  const LabelColumns labels =
      label_columns({"floor/f32  ·  cold  ·  A", "floor/f32  ·  warm  ·  A"}, 1000, 10, ten_each);
  EXPECT_EQ(labels.shared, "floor/f32/A");
  ASSERT_THAT(labels.columns, SizeIs(1));
  EXPECT_THAT(labels.columns[0].texts, ElementsAre("cold", "warm"));
}

TEST(LabelColumns, OneLabelIsAllShared) {
  const LabelColumns labels = label_columns({"floor/f32/1024"}, 1000, 10, ten_each);
  EXPECT_EQ(labels.shared, "floor/f32/1024");
  EXPECT_EQ(labels.width, 0);
}

TEST(FitText, CutsWholeLetters) {
  EXPECT_EQ(fit_text("µµµµ", 40, ten_each), "µµµµ");
  EXPECT_EQ(fit_text("aµµµ", 30, ten_each), "aµ…");
  EXPECT_EQ(fit_text("abc", 10, ten_each), "…");
  EXPECT_EQ(fit_text("abc", 9, ten_each), "");
}

}  // namespace
}  // namespace modlab::gui
