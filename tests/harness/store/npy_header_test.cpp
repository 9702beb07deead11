#include "harness/store/npy_header.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <string_view>

#include "kernels/error.h"

namespace modlab::store {
namespace {

using namespace std::string_literals;

std::string header_of(const std::string& descr, const std::string& shape) {
  return "{'descr': '" + descr + "', 'fortran_order': False, 'shape': " + shape + ", }\n";
}

std::string header_refusal(const std::string& text) {
  try {
    parse_npy_header(text);
  } catch (const Error& error) {
    return error.what();
  }
  return "not refused";
}

TEST(NpyHeader, ByteOrderStandsBeforeTheType) {
  for (const char* order : {"<", "=", "|", ""})
    EXPECT_FALSE(parse_npy_header(header_of(order + "u2"s, "(1,)")).big_endian);
  EXPECT_TRUE(parse_npy_header(header_of(">u2", "(1,)")).big_endian);
  EXPECT_EQ(parse_npy_header(header_of(">u2", "(1,)")).type, DataType::u16);
}

TEST(NpyHeader, ZeroDimensionsAreOneElement) { EXPECT_EQ(parse_npy_header(header_of("<f4", "()")).shape, Shape{1}); }

TEST(NpyHeader, WhatIsPrintedReadsBack) {
  for (const auto& [type, name] : kDataTypeNames)
    for (const Shape& shape : {Shape{3}, Shape{2, 3}, Shape{1, 2, 3, 4, 5, 6, 7, 4294967}}) {
      const NpyHeader read = parse_npy_header(npy_header_text(type, shape));
      EXPECT_EQ(read.type, type) << name;
      EXPECT_EQ(read.shape, shape);
      EXPECT_FALSE(read.big_endian);
      EXPECT_FALSE(read.fortran_order);
    }
}

TEST(NpyHeader, EveryPythonSpellingIsRead) {
  for (const char* text : {
           "{'descr':'<i2','fortran_order':False,'shape':(2,3)}",
           "{'descr': '<i2', 'fortran_order': False, 'shape': (2, 3), }                 \n",
           "{'shape': (2, 3,), 'fortran_order': False, 'descr': '<i2'}\n",
           R"({"descr": "<i2", "fortran_order": False, "shape": (2, 3)})",
           R"({"descr": '<i2', 'fortran_order': False, "shape": (2L, 3L)})",
           "  \t{ 'descr'\t:\n'<i2' ,\r\n'fortran_order' : False , 'shape' : ( 2 , 3 , ) , } \n\n",
       })
    EXPECT_EQ(parse_npy_header(text).shape, (Shape{2, 3})) << text;
}

TEST(NpyHeader, EightDimensionsAreTheMost) {
  EXPECT_EQ(parse_npy_header(header_of("|i1", "(1, 1, 1, 1, 1, 1, 1, 2)")).shape, (Shape{1, 1, 1, 1, 1, 1, 1, 2}));
  EXPECT_EQ(header_refusal(header_of("|i1", "(1, 1, 1, 1, 1, 1, 1, 1, 1)")),
            "more than 8 dimensions, DirectML's limit");
}

TEST(NpyHeader, WhatIsNoDictionaryIsRefused) {
  for (const char* text : {
           "",
           "nothing",
           "['descr', '<f4']",
           "{",
           "{,}",
           "{'descr' '<f4', 'fortran_order': False, 'shape': (1,)}",
           "{'descr': '<f4' 'fortran_order': False, 'shape': (1,)}",
           "{'descr': '<f4', 'fortran_order': False, 'shape': (1,)",
           "{'descr': '<f4', 'fortran_order': False, 'shape': (1,)} {}",
           "{'descr': '<f4\", 'fortran_order': False, 'shape': (1,)}",
           "{'descr': '<f\\x34', 'fortran_order': False, 'shape': (1,)}",
           "{'descr': None, 'fortran_order': False, 'shape': (1,)}",
           "{'descr': '<f4', 'fortran_order': 0, 'shape': (1,)}",
           "{'descr': '<f4', 'fortran_order': Falsehood, 'shape': (1,)}",
           "{'descr': '<f4', 'fortran_order': False, 'shape': 1}",
           "{'descr': '<f4', 'fortran_order': False, 'shape': (1)}",
           "{'descr': '<f4', 'fortran_order': False, 'shape': [1]}",
           "{'descr': '<f4', 'fortran_order': False, 'shape': (,)}",
           "{'descr': '<f4', 'fortran_order': False, 'shape': (1,,)}",
           "{'descr': '<f4', 'fortran_order': False, 'shape': (-1,)}",
           "{'descr': '<f4', 'fortran_order': False, 'shape': (1.0,)}",
           "{'descr': '<f4', 'fortran_order': False, 'shape': (0x1,)}",
           "{'descr': '<f4', 'fortran_order': False, 'shape': (1 1)}",
           "{'descr': '<f4', 'fortran_order': False, 'shape': (1,), 'more': 1}",
           "{'descr': '<f4', 'fortran_order': False, 'shape': (1,), 'descr': '<f4'}",
       })
    EXPECT_TRUE(header_refusal(text).starts_with("malformed header: it ")) << text;
}

TEST(NpyHeader, AMissingKeyIsNamed) {
  EXPECT_EQ(header_refusal("{'fortran_order': False, 'shape': (1,)}"),
            "malformed header: it has no 'descr' (byte 39 of 39)");
  EXPECT_EQ(header_refusal("{'descr': '<f4', 'shape': (1,)}"),
            "malformed header: it has no 'fortran_order' (byte 31 of 31)");
  EXPECT_EQ(header_refusal("{'descr': '<f4', 'fortran_order': False}"),
            "malformed header: it has no 'shape' (byte 40 of 40)");
}

TEST(NpyHeader, ATypeTheOperatorsDoNotTakeIsNamed) {
  EXPECT_EQ(header_refusal(header_of("<f8", "(1,)")),
            "its elements are '<f8'; the operators take f4, f2, i4, i2, i1, u4, u2, u1, as array.astype('f4') makes "
            "them");
  for (const char* code : {"<i8", "<u8", "|b1", "<c8", "<U3", "|S3", "|V8", "<M8[ns]", "", "<", "<<f4", "<f44", "f"})
    EXPECT_TRUE(header_refusal(header_of(code, "(1,)")).starts_with("its elements are '"s + code + "';")) << code;
}

TEST(NpyHeader, PythonObjectsAreRefused) {
  EXPECT_TRUE(header_refusal(header_of("|O", "(1,)")).starts_with("its elements are '|O' (Python objects);"));
}

TEST(NpyHeader, StructuredElementsAreRefused) {
  for (const char* descr : {"[('x', '<f4'), ('y', '<f4')]", "('<f4', (2,))"})
    EXPECT_EQ(header_refusal("{'descr': "s + descr + ", 'fortran_order': False, 'shape': (1,), }"),
              "its elements are structured; the operators take f4, f2, i4, i2, i1, u4, u2, u1");
}

TEST(NpyHeader, AShapeWithoutElementsIsRefused) {
  EXPECT_EQ(header_refusal(header_of("<f4", "(4, 0)")), "shape '4x0': a dimension of 0 leaves no element");
}

TEST(NpyHeader, SizesThatOverflowAreRefused) {
  EXPECT_EQ(header_refusal(header_of("|i1", "(4294967296,)")),
            "shape '4294967296': dimension 4294967296 is larger than 4294967295");
  EXPECT_EQ(header_refusal(header_of("<f4", "(4294967295, 4294967295)")),
            "shape '4294967295x4294967295': more elements than can be addressed");
  EXPECT_NE(header_refusal(header_of("|i1", "(18446744073709551617,)")), "not refused");
  EXPECT_NE(header_refusal(header_of("|i1", "(" + std::string(60000, '9') + ",)")), "not refused");
}

TEST(NpyHeader, EveryCorruptionIsReadOrRefused) {
  std::mt19937 random(1);
  const std::string whole = header_of("<i2", "(2, 3)");
  for (int round = 0; round < 100000; ++round) {
    std::string corrupt = whole;
    for (auto changes = 1 + random() % 4; changes-- > 0;) {
      const std::size_t place = random() % corrupt.size();
      switch (random() % 4) {
        case 0: corrupt[place] = static_cast<char>(random()); break;
        case 1: corrupt[place] = whole[random() % whole.size()]; break;
        case 2: corrupt.erase(place, 1 + random() % 4); break;
        default: corrupt.insert(place, corrupt.substr(random() % corrupt.size(), 1 + random() % 8));
      }
    }
    try {
      const NpyHeader read = parse_npy_header(corrupt);
      EXPECT_EQ(parse_shape(name_of(read.shape)), read.shape);
    } catch (const Error& error) {
      // The message is one short line, whatever the file holds.
      const std::string_view message = error.what();
      EXPECT_LT(message.size(), 200u);
      EXPECT_EQ(message.find_first_of("\n\r"), std::string_view::npos);
    }
  }
}

}  // namespace
}  // namespace modlab::store
