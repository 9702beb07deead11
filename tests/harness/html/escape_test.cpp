#include "harness/html/escape.h"

#include <gtest/gtest.h>

namespace modlab::html {
namespace {

TEST(HtmlEscaped, NothingOfATextCanBecomeMarkup) {
  EXPECT_EQ(html_escaped(R"(<script src="x">&'</script>)"),
            "&lt;script src=&quot;x&quot;&gt;&amp;&#39;&lt;/script&gt;");
  EXPECT_EQ(html_escaped(std::string_view("a\0b", 3)), "ab");
  EXPECT_EQ(html_escaped("plain µ"), "plain µ");
}

}  // namespace
}  // namespace modlab::html
