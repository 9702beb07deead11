#include "harness/compile/source_map.h"

#include <gtest/gtest.h>

namespace modlab::compile {
namespace {

std::string location(const SourceLine& line) { return std::string(line.file) + ":" + std::to_string(line.line); }

TEST(SourceMap, IncludedLinesTakeTheDirectivesPlace) {
  const ShaderSources sources{{"main", "one\n#include \"part\"\nthree"}, {"part", "first\nsecond"}};
  const MarkedSource marked = mark_lines("main", sources);
  // A preprocessor would change nothing here, so locating only removes the marks.
  const LocatedSource located = locate_lines(marked.text, marked);
  EXPECT_EQ(located.text, "one\nfirst\nsecond\nthree\n");
  ASSERT_EQ(located.origins.size(), 4U);
  EXPECT_EQ(location(located.origins[0]), "main:1");
  EXPECT_EQ(location(located.origins[2]), "part:2");
  EXPECT_EQ(location(located.origins[3]), "main:3");
}

TEST(SourceMap, DirectivesThatCannotBeFollowedStay) {
  const ShaderSources sources{{"main", "#include \"main\"\n#include \"nowhere\"\n"}};
  const MarkedSource marked = mark_lines("main", sources);
  EXPECT_EQ(locate_lines(marked.text, marked).text, sources.at("main"));
}

TEST(SourceMap, MarksFindTheLinesAfterDroppedOnes) {
  const ShaderSources sources{{"main", "#if 0\ndropped\ndropped\n#endif\nkept"}};
  MarkedSource marked = mark_lines("main", sources);
  const std::size_t after = marked.text.find("#endif\n") + 7;
  const LocatedSource located = locate_lines("\n" + marked.text.substr(after), marked);
  ASSERT_EQ(located.origins.size(), 2U);
  EXPECT_EQ(location(located.origins[1]), "main:5");
}

TEST(SourceMap, NoMarkStandsWithinAContinuedDirectiveOrBetweenPlainLines) {
  const ShaderSources sources{{"main", "#define TWO \\\n  2\nCALL(\n  TWO)\n"}};
  const std::string text = mark_lines("main", sources).text;
  EXPECT_NE(text.find("#define TWO   2\n#pragma"), std::string::npos) << text;
  EXPECT_NE(text.find("CALL(\n  TWO)\n"), std::string::npos) << text;
}

TEST(SourceMap, MessagesGetTheLinesOrigins) {
  const LocatedSource located{"", {{"main", 1}, {"part", 7}}};
  EXPECT_EQ(with_origins("main:2:5: E1: bad.\nmain:1:1: E2: worse.", "main", located),
            "part:7:5: E1: bad.\nmain:1:1: E2: worse.");
  EXPECT_EQ(with_origins("main:3:1: unexpected end of file", "main", located), "part:7:1: unexpected end of file");
}

TEST(SourceMap, MessagesAboutOtherPlacesStay) {
  const LocatedSource located{"", {{"main", 1}}};
  const std::string messages = "main:99: beyond\nother:1: not ours\nmain: no line";
  EXPECT_EQ(with_origins(messages, "main", located), messages);
}

}  // namespace
}  // namespace modlab::compile
