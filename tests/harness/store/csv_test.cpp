#include "harness/store/csv.h"

#include <gtest/gtest.h>

#include "kernels/error.h"

namespace modlab {
namespace {

using Records = std::vector<std::vector<std::string>>;

TEST(Csv, FieldsReadBackWhateverTheyHold) {
  const std::vector<std::string> fields{"plain",      "",   "a,b",   "say \"hi\"",
                                        "two\nlines", "\"", "tail ", std::string("a zero \0 byte", 13)};
  std::string line;
  for (const std::string& field : fields) line += (line.empty() ? "" : ",") + csv_field(field);
  EXPECT_EQ(parse_csv(line + "\n").records, Records{fields});
}

TEST(Csv, LinesMayEndAsOnWindows) { EXPECT_EQ(parse_csv("a,b\r\n1,2\r\n").records, (Records{{"a", "b"}, {"1", "2"}})); }

TEST(Csv, ALineWithoutItsEndIsTornAndLeftOut) {
  for (const char* text : {"a,b\n1,2\n3", "a,b\n1,2\n3,", "a,b\n1,2\n\"3"}) {
    const CsvTable table = parse_csv(text);
    EXPECT_TRUE(table.torn) << text;
    EXPECT_EQ(table.records, (Records{{"a", "b"}, {"1", "2"}})) << text;
  }
  EXPECT_FALSE(parse_csv("a,b\n1,2\n").torn);
}

TEST(Csv, RefusesStrayQuotesAndBinary) {
  EXPECT_THROW(parse_csv("a,b\"c\n"), Error);
  EXPECT_THROW(parse_csv("\"a\"b\n"), Error);
  EXPECT_THROW(parse_csv(std::string_view("a\0b\n", 4)), Error);
}

}  // namespace
}  // namespace modlab
