#include "harness/compile/dxc_protocol.h"

#include <gtest/gtest.h>

namespace modlab::compile {
namespace {

TEST(DxcProtocol, FieldsReadBackWhateverTheyHold) {
  const std::vector<std::string> fields{"compile", "two\nlines\tand \\n", "", "\\"};
  std::string line;
  for (const std::string& field : fields) line += (line.empty() ? "" : "\t") + escaped(field);
  EXPECT_EQ(line.find('\n'), std::string::npos);
  EXPECT_EQ(fields_of(line), fields);
  EXPECT_EQ(fields_of("ok").size(), 3u);
}

TEST(DxcProtocol, BytecodeReadsBackAndNothingElseIsBytecode) {
  const std::vector bytes{std::byte{0x00}, std::byte{0x7f}, std::byte{0xff}};
  EXPECT_EQ(hexadecimal_of(bytes), "007fff");
  EXPECT_EQ(parse_hexadecimal("007fff"), bytes);
  for (const char* text : {"0", "007", "0g", "7F", "0x00", "00 7f", "\xff\xff"})
    EXPECT_EQ(parse_hexadecimal(text), std::nullopt) << text;
}

}  // namespace
}  // namespace modlab::compile
