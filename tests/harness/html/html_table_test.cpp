#include "harness/html/html_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace modlab::html {
namespace {

using ::testing::HasSubstr;

TEST(HtmlTable, ANumberIsShownInItsFormatAndSortedByItsValue) {
  HtmlTable table({{"time", "of a launch", true}, {"variant"}});
  table.add({number_cell("1.50 ms", 1.5e6), code_cell("a<b")}, "exact");
  table.add({figure_cell("{:.1f} %", std::nullopt), text_cell("c & d")});
  const std::string html = table.html();
  EXPECT_THAT(html,
              HasSubstr("<tr class=\"exact\"><td data-sort=\"1.5e+06\">1.50 ms</td><td><code>a&lt;b</code></td></tr>"));
  EXPECT_THAT(html, HasSubstr("<tr><td></td><td>c &amp; d</td></tr>"));
  EXPECT_THAT(
      html,
      HasSubstr("<th scope=\"col\" class=\"number\" title=\"of a launch\"><button type=\"button\">time</button></th>"));
  table.add({figure_cell("{:.3g}", std::numeric_limits<double>::infinity()), text_cell("")});
  EXPECT_THAT(table.html(), HasSubstr("<td data-sort=\"Infinity\">inf</td>"));
  EXPECT_EQ(figure_cell("{:.1f} %", 12.34).html, "12.3 %");
}

}  // namespace
}  // namespace modlab::html
