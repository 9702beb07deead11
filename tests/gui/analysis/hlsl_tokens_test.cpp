#include "gui/analysis/hlsl_tokens.h"

#include <gtest/gtest.h>

#include <string>

#include "harness/system/file.h"
#include "kernels/split.h"

namespace modlab::gui {
namespace {

/// The pieces of one kind in a line, separated by bars.
std::string pieces(std::string_view line, HlslKind kind) {
  std::string text;
  const auto lines = tokenize_hlsl(line);
  for (const HlslToken& token : lines.front())
    if (token.kind == kind) text += (text.empty() ? "" : "|") + std::string(line.substr(token.begin, token.length));
  return text;
}

TEST(HlslTokens, TellKeywordsFromNames) {
  EXPECT_EQ(pieces("const uint4 value = interest(float4x4(a), uint_of);", HlslKind::keyword), "const|uint4|float4x4");
  EXPECT_EQ(pieces("x = 0x1Fu + 1.5e3f + y2;", HlslKind::number), "0x1Fu|1.5e3f");
}

TEST(HlslTokens, FindCommentsAndWhatTheyDeclare) {
  EXPECT_EQ(pieces("f(); // modlab: axis of", HlslKind::declaration), "// modlab: axis of");
  EXPECT_EQ(pieces("f(); // of modlab: no", HlslKind::comment), "// of modlab: no");
  EXPECT_EQ(pieces("a /* b */ c", HlslKind::comment), "/* b */");
  const auto lines = tokenize_hlsl("a /* b\nif c */ if");
  EXPECT_EQ(lines[1].front(), (HlslToken{0, 7, HlslKind::comment}));
  EXPECT_EQ(lines[1].back().kind, HlslKind::keyword);
}

TEST(HlslTokens, ADirectiveIsOneUnlessItIsLaterInTheLine) {
  EXPECT_EQ(pieces("  #include \"a.hlsli\"  // why", HlslKind::preprocessor), "#include \"a.hlsli\"  ");
  EXPECT_EQ(pieces("a # b", HlslKind::preprocessor), "");
}

TEST(HlslTokens, CoverEveryLineWithoutGaps) {
  const std::string text = read_file(MODLAB_SOURCE_DIR "/docs/examples/packed_split.hlsl");
  const auto lines = split(text, '\n');
  const auto tokens = tokenize_hlsl(text);
  ASSERT_EQ(tokens.size(), lines.size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::size_t end = 0;
    for (const HlslToken& token : tokens[i]) {
      EXPECT_EQ(token.begin, end);
      end += token.length;
    }
    EXPECT_EQ(end, lines[i].size());
  }
}

}  // namespace
}  // namespace modlab::gui
