#include "harness/system/visible_text.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace modlab {
namespace {

TEST(VisibleText, ShowsWhatATerminalWouldActOn) {
  const std::pair<std::string, std::string> cases[] = {
      {"\x1b]0;owned\x07", R"(\x1b]0;owned\x07)"},
      {std::string("a\0b", 3), R"(a\x00b)"},
      {"over\rwritten\b", R"(over\x0dwritten\x08)"},
      {"\x7f", R"(\u007f)"},
      {"\xc2\x9b"
       "31mred",
       R"(\u009b31mred)"},
      {"\xe2\x80\xaa \xe2\x80\xae \xe2\x81\xa6 \xe2\x81\xa9", R"(\u202a \u202e \u2066 \u2069)"},
      {"\x9b"
       "31m",
       R"(\x9b31m)"},
      {"\xc0\x9b \xe0\x82\x9b \xf5\x80", R"(\xc0\x9b \xe0\x82\x9b \xf5\x80)"},
      {"\xed\xa0\x80 \xe2\x80", R"(\xed\xa0\x80 \xe2\x80)"},
  };
  for (const auto& [text, shown] : cases) {
    EXPECT_EQ(visible_text(text), shown);
    EXPECT_EQ(visible_text(shown), shown);
  }
}

TEST(VisibleText, OfTextIsTheText) {
  for (const std::string text :
       {"", "two\nlines\tand a \\", "– µ 漢字 \xf0\x9f\x99\x82 \xe2\x80\xa9 \xe2\x81\xa5 \xef\xbf\xbd"})
    EXPECT_EQ(visible_text(text), text);
  EXPECT_EQ(visible_text("as on\r\nWindows\r\n"), "as on\nWindows\n");
}

TEST(VisibleText, WithoutLineEndsIsOneLine) {
  EXPECT_EQ(without_line_ends("a\nb\x1b\n"),
            "a\\x0a"
            "b\x1b\\x0a");
  EXPECT_EQ(without_line_ends("plain"), "plain");
}

}  // namespace
}  // namespace modlab
