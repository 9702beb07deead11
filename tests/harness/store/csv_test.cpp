#include "harness/store/csv.h"

#include <gtest/gtest.h>

#include "kernels/error.h"

namespace modlab::store {
namespace {

using Records = std::vector<CsvRecord>;

struct Table {
  Records records;
  CsvExtent extent;
};

/// A table of any records.
Table parse(std::string_view text) {
  Table table;
  table.extent = read_csv(text, [&](const CsvRecord& record) {
    table.records.push_back(record);
    return std::nullopt;
  });
  return table;
}

/// A table of whole numbers, each on its line.
Table parse_numbers(std::string_view text) {
  Table table;
  table.extent = read_csv(text, [&](const CsvRecord& record) -> std::optional<std::string> {
    if (record.size() != 1 || record[0].empty() || record[0].find_first_not_of("0123456789") != std::string::npos)
      return "no number";
    table.records.push_back(record);
    return std::nullopt;
  });
  return table;
}

TEST(Csv, FieldsReadBackWhateverTheyHold) {
  const std::vector<std::string> fields{
      "plain", "",     "a,b", "say \"hi\"", "two\nlines", "\"",         "tail ", "=cmd|' /C calc'!A0",
      "'=1+1", "''-x", "'",   "'a",         "x;=1+1;'=2", "a\n-b\n'c;", ";;'-",  "'\n=1"};
  std::string line;
  for (const std::string& field : fields) line += (line.empty() ? "" : ",") + csv_field(field);
  EXPECT_EQ(parse(line + "\n").records, Records{fields});
}

TEST(Csv, NoFieldBeginsAFormulaOrHoldsControlCharacters) {
  for (const std::string formula : {"=1+1", "+1+1", "-1+1", "@SUM(1)", "\t=1", "'=1"})
    EXPECT_EQ(csv_field(formula), "'" + formula) << "as spreadsheets take for text";
  for (const std::string number : {"-1", "-1.5e-9", "1", "-", "="}) EXPECT_EQ(csv_field(number), number);
  EXPECT_EQ(csv_field("=1,\"2\""), "\"'=1,\"\"2\"\"\"");
  for (const std::string text : {"x;=cmd|' /C calc'!A0", "\n+1+1", ";-x"}) {
    const std::size_t at = text.find_first_of("=+-");
    const std::string quoted = text.substr(0, at) + "'" + text.substr(at);
    EXPECT_EQ(csv_field(text), text.front() == '\n' ? '"' + quoted + '"' : quoted) << "where ; separates cells";
  }
  EXPECT_EQ(csv_field("a;-5;b"), "a;-5;b");
  EXPECT_EQ(csv_field("\x1b[31mred"), "\\x1b[31mred");
  EXPECT_EQ(csv_field("\r=1"), "\\x0d=1");
  EXPECT_EQ(csv_field(std::string_view("a zero \0 byte", 13)), "a zero \\x00 byte");
}

TEST(Csv, LinesMayEndAsOnWindows) { EXPECT_EQ(parse("a,b\r\n1,2\r\n").records, (Records{{"a", "b"}, {"1", "2"}})); }

TEST(Csv, ALineWithoutItsEndIsLeftOut) {
  for (const std::string end : {"3", "3,", "\"3", "\"3\n4"}) {
    const Table table = parse("a,b\n1,2\n" + end);
    EXPECT_EQ(table.extent.whole_bytes, 8u) << end;
    EXPECT_EQ(table.extent.damaged_bytes, end.size()) << end;
    EXPECT_EQ(table.records, (Records{{"a", "b"}, {"1", "2"}})) << end;
  }
  EXPECT_EQ(parse("a,b\n1,2\n").extent.damaged_bytes, 0u);
  EXPECT_EQ(parse("").extent.damaged_bytes, 0u);
}

TEST(Csv, ZerosAndGarbageAtTheEndAreLeftOut) {
  for (const std::string& end :
       {std::string(8, '\0'), std::string("3") + std::string(4096, '\0'), std::string("3\0\n\0\0\n", 6),
        std::string("x,y,\"z"), std::string("x\"y\nand more\n"), std::string("\xff\xfe\n\n\n")}) {
    const Table table = parse_numbers("1\n2\n" + end);
    EXPECT_EQ(table.records, (Records{{"1"}, {"2"}})) << end;
    EXPECT_EQ(table.extent.whole_bytes, 4u) << end;
    EXPECT_EQ(table.extent.damaged_bytes, end.size()) << end;
  }
}

TEST(Csv, DamageBeforeAWholeRecordIsAnErrorThatNamesTheLine) {
  const auto refusal = [](const std::string& text) -> std::string {
    try {
      parse_numbers(text);
      return "accepted";
    } catch (const Error& error) {
      return error.what();
    }
  };
  EXPECT_EQ(refusal("1\n2\nx\n4\n"), "line 3: no number");
  EXPECT_EQ(refusal("1\n2\nx\n\"\n4\nx"), "line 3: no number");
  EXPECT_EQ(refusal("1\n\"2\n3\n"), "line 2: not CSV") << "a quote that is never closed hides the records after it";
  EXPECT_EQ(refusal("1\n" + std::string(100, '\0') + "\n3\n"), "line 2: not CSV");
}

TEST(Csv, ZerosAloneAreAnEmptyFile) { EXPECT_EQ(parse(std::string(512, '\0')).extent.damaged_bytes, 512u); }

TEST(Csv, RefusesWhatBeginsWithStrayQuotesOrBinary) {
  EXPECT_THROW(parse("a,b\"c\n"), Error);
  EXPECT_THROW(parse("\"a\"b\n"), Error);
  EXPECT_THROW(parse(std::string_view("a\0b\n", 4)), Error);
}

}  // namespace
}  // namespace modlab::store
