#include "harness/store/npy.h"

#include <gtest/gtest.h>

#include <fstream>
#include <random>
#include <string>
#include <string_view>

#include "harness/system/file.h"
#include "kernels/error.h"
#include "tests/support/temporary_folder.h"

namespace modlab::store {
namespace {

using namespace std::string_literals;

std::vector<std::byte> bytes(std::string_view text) {
  std::vector<std::byte> result;
  for (const char c : text) result.push_back(static_cast<std::byte>(c));
  return result;
}

/// A file of that version; lengths are little-endian, two bytes in 1.0 and four later.
std::string npy(char major, const std::string& header, const std::string& data) {
  std::string text = "\x93NUMPY"s + major + '\0';
  const std::size_t length_bytes = major == 1 ? 2 : 4;
  for (std::size_t i = 0; i < length_bytes; ++i) text += static_cast<char>(header.size() >> (8 * i));
  return text + header + data;
}

std::string header(const std::string& descr, const std::string& shape, const std::string& fortran = "False") {
  return "{'descr': '" + descr + "', 'fortran_order': " + fortran + ", 'shape': " + shape + ", }\n";
}

NpyArray read_text(const std::string& text) {
  TemporaryFolder folder;
  std::ofstream(folder / "a.npy", std::ios::binary) << text;
  return read_npy(folder / "a.npy");
}

/// Why the file is refused, after its name.
std::string file_refusal(const std::string& text) {
  TemporaryFolder folder;
  const std::filesystem::path path = folder / "a.npy";
  std::ofstream(path, std::ios::binary) << text;
  try {
    read_npy(path);
  } catch (const Error& error) {
    const std::string message = error.what();
    EXPECT_TRUE(message.starts_with(path.string() + ": ")) << message;
    return message.substr(std::min(message.size(), path.string().size() + 2));
  }
  return "not refused";
}

struct TypeCase {
  DataType type;
  std::string little_code;
  std::string little;
  std::string big_code;
  std::string big;
};

/// Three numbers of each type, from Python's struct.pack.
const std::vector<TypeCase> kTypeCases{
    // 1.5, -2, smallest denormal
    {DataType::f32, "<f4", "\0\0\xc0\x3f\0\0\0\xc0\1\0\0\0"s, ">f4", "\x3f\xc0\0\0\xc0\0\0\0\0\0\0\1"s},
    {DataType::f16, "<f2", "\0\x3e\0\xc0\1\0"s, ">f2", "\x3e\0\xc0\0\0\1"s},
    // 70000, -2, smallest
    {DataType::i32, "<i4", "\x70\x11\1\0\xfe\xff\xff\xff\0\0\0\x80"s, ">i4", "\0\1\x11\x70\xff\xff\xff\xfe\x80\0\0\0"s},
    // 300, -2, smallest
    {DataType::i16, "<i2", "\x2c\1\xfe\xff\0\x80"s, ">i2", "\1\x2c\xff\xfe\x80\0"s},
    // 100, -2, smallest
    {DataType::i8, "|i1", "\x64\xfe\x80"s, ">i1", "\x64\xfe\x80"s},
    // 70000, 2, largest
    {DataType::u32, "<u4", "\x70\x11\1\0\2\0\0\0\xff\xff\xff\xff"s, ">u4", "\0\1\x11\x70\0\0\0\2\xff\xff\xff\xff"s},
    // 300, 2, 65534
    {DataType::u16, "<u2", "\x2c\1\2\0\xfe\xff"s, ">u2", "\1\x2c\0\2\xff\xfe"s},
    // 100, 2, largest
    {DataType::u8, "|u1", "\x64\2\xff"s, ">u1", "\x64\2\xff"s},
};

TEST(Npy, EveryTypeIsReadFromEveryVersion) {
  for (const TypeCase& one : kTypeCases)
    for (const char major : {'\1', '\2', '\3'}) {
      const NpyArray array = read_text(npy(major, header(one.little_code, "(3,)"), one.little));
      EXPECT_EQ(array.type, one.type);
      EXPECT_EQ(array.shape, Shape{3});
      EXPECT_EQ(array.data, bytes(one.little)) << one.little_code;
    }
}

TEST(Npy, BigEndianIsConverted) {
  for (const TypeCase& one : kTypeCases)
    EXPECT_EQ(read_text(npy(1, header(one.big_code, "(3,)"), one.big)).data, bytes(one.little)) << one.big_code;
}

TEST(Npy, FortranOrderIsConverted) {
  // [[1, 2, 3], [4, 5, 6]] by columns.
  const NpyArray matrix = read_text(npy(1, header("|u1", "(2, 3)", "True"), "\1\4\2\5\3\6"));
  EXPECT_EQ(matrix.shape, (Shape{2, 3}));
  EXPECT_EQ(matrix.data, bytes("\1\2\3\4\5\6"));
  // 2x3x2, the first index fastest in the file and the last one in the result.
  const NpyArray cube = read_text(npy(1, header("<u2", "(2, 3, 2)", "True"), "a0b0c0d0e0f0g0h0i0j0k0l0"));
  EXPECT_EQ(cube.data, bytes("a0g0c0i0e0k0b0h0d0j0f0l0"));
  // A row is the same in both orders, and NumPy may say either.
  EXPECT_EQ(read_text(npy(1, header("|u1", "(3,)", "True"), "\1\2\3")).data, bytes("\1\2\3"));
}

TEST(Npy, BigEndianFortranOrderIsConverted) {
  EXPECT_EQ(read_text(npy(1, header(">i2", "(2, 2)", "True"), "ABCDEFGH")).data, bytes("BAFEDCHG"));
}

TEST(Npy, ZeroDimensionsAreOneElement) {
  const NpyArray scalar = read_text(npy(1, header("<f4", "()"), "\0\0\xc0\x3f"s));
  EXPECT_EQ(scalar.shape, Shape{1});
  EXPECT_EQ(scalar.data, bytes("\0\0\xc0\x3f"s));
}

TEST(Npy, AFileThatIsNotThereIsRefused) {
  TemporaryFolder folder;
  for (const auto& path : {folder / "none.npy", folder / "none" / "a.npy"}) {
    try {
      read_npy(path);
      FAIL();
    } catch (const Error& error) {
      EXPECT_EQ(error.what(), path.string() + ": cannot be read: No such file or directory");
    }
  }
}

TEST(Npy, AFolderIsRefused) {
  TemporaryFolder folder;
  EXPECT_THROW(read_npy(folder / "."), Error);
}

TEST(Npy, AFileOfAnotherKindIsRefused) {
  for (const std::string& text : {""s, "\x93NUM"s, "PK\3\4 an .npz"s, "1.0,2.0\n3.0,4.0\n"s})
    EXPECT_EQ(file_refusal(text), "not a .npy file; numpy.save writes them") << text;
}

TEST(Npy, AnUnknownVersionIsRefused) {
  EXPECT_EQ(file_refusal(npy(4, header("<f4", "(1,)"), "abcd")), "format version 4.0; 1.0, 2.0 and 3.0 can be read");
  EXPECT_EQ(file_refusal("\x93NUMPY\1\1"s), "format version 1.1; 1.0, 2.0 and 3.0 can be read");
  EXPECT_EQ(file_refusal("\x93NUMPY\0\0"s), "format version 0.0; 1.0, 2.0 and 3.0 can be read");
}

TEST(Npy, AnAbsurdHeaderLengthIsRefused) {
  EXPECT_EQ(file_refusal("\x93NUMPY\1\0\xff\xff{}"s), "it ends inside its header");
  EXPECT_EQ(file_refusal("\x93NUMPY\2\0\xff\xff\xff\xff{}"s),
            "malformed header: it is 4294967295 bytes long, at most 65535 can be read");
  EXPECT_EQ(file_refusal("\x93NUMPY\2\0\1\0"s), "it ends inside its header");
}

TEST(Npy, AHeaderThatIsRefusedIsRefusedWithTheFilesName) {
  EXPECT_EQ(file_refusal(npy(1, header("<f4", "(4, 0)"), "")), "shape '4x0': a dimension of 0 leaves no element");
  EXPECT_EQ(file_refusal(npy(1, "nothing", "")), "malformed header: it lacks a '{' (byte 0 of 7)");
}

TEST(Npy, DataShorterThanTheShapeIsRefused) {
  EXPECT_EQ(file_refusal(npy(1, header("<f4", "(2, 3)"), std::string(23, 'a'))),
            "2x3 of f32 takes 24 bytes, but 23 follow the header");
  // 2^61 bytes would be asked for if the header were believed.
  EXPECT_EQ(file_refusal(npy(1, header("|i1", "(2147483648, 1073741824)"), "a")),
            "2147483648x1073741824 of i8 takes 2305843009213693952 bytes, but 1 follow the header");
}

TEST(Npy, DataLongerThanTheShapeIsRefused) {
  EXPECT_EQ(file_refusal(npy(1, header("<f4", "(2, 3)"), std::string(25, 'a'))),
            "2x3 of f32 takes 24 bytes, but 25 follow the header");
}

TEST(Npy, IsWrittenAsNumPyDoes) {
  TemporaryFolder folder;
  const std::string data = "\0\0\x80\x3f\0\0\0\x40\0\0\x40\x40\0\0\x80\x40\0\0\xa0\x40\0\0\xc0\x40"s;
  write_npy(folder / "a.npy", {.type = DataType::f32, .shape = {2, 3}, .data = bytes(data)});
  EXPECT_EQ(read_file(folder / "a.npy"),
            "\x93NUMPY\1\0\x76\0{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }"s + std::string(58, ' ') +
                "\n" + data);
}

TEST(Npy, DataBeginsAtAMultipleOf64Bytes) {
  TemporaryFolder folder;
  Shape shape{1};
  for (std::size_t i = 0; i < kMaxDimensions; ++i, shape.insert(shape.begin(), 1)) {
    write_npy(folder / "a.npy", {.type = DataType::i8, .shape = shape, .data = bytes("!")});
    const std::string text = read_file(folder / "a.npy");
    EXPECT_EQ(text.size() % 64, 1u);
    EXPECT_TRUE(text.ends_with("\n!"));
  }
}

TEST(Npy, WhatIsWrittenReadsBack) {
  TemporaryFolder folder;
  for (const TypeCase& one : kTypeCases)
    for (const Shape& shape : {Shape{3}, Shape{1, 3}, Shape{3, 1, 1, 1, 1, 1, 1, 1}}) {
      const NpyArray array{.type = one.type, .shape = shape, .data = bytes(one.little)};
      write_npy(folder / "sub" / "a.npy", array);
      EXPECT_EQ(read_npy(folder / "sub" / "a.npy"), array) << one.little_code;
    }
}

TEST(Npy, AFileThatCannotBeWrittenIsAnError) {
  TemporaryFolder folder;
  std::ofstream(folder / "file") << "not a folder";
  EXPECT_THROW(write_npy(folder / "file" / "a.npy", {.type = DataType::i8, .shape = {1}, .data = bytes("a")}), Error);
}

TEST(Npy, EveryTruncationIsRefused) {
  const std::string whole = npy(1, header("<i2", "(2, 3)"), "aabbccddeeff");
  for (std::size_t size = 0; size < whole.size(); ++size) EXPECT_NE(file_refusal(whole.substr(0, size)), "not refused");
}

TEST(Npy, EveryCorruptionIsReadOrRefused) {
  TemporaryFolder folder;
  std::mt19937 random(1);
  const std::string whole = npy(2, header("<i2", "(2, 3)", "True"), "aabbccddeeff");
  for (int round = 0; round < 500; ++round) {
    std::string corrupt = whole;
    for (auto changes = 1 + random() % 3; changes-- > 0;) {
      // Half of them where the lengths are; npy_header_test.cpp has many more for the dictionary.
      const std::size_t place = random() % (random() % 2 == 0 ? 12 : corrupt.size());
      if (random() % 2 == 0)
        corrupt[place] = static_cast<char>(random());
      else
        corrupt.erase(place, 1);
    }
    std::ofstream(folder / "a.npy", std::ios::binary) << corrupt;
    try {
      const NpyArray array = read_npy(folder / "a.npy");
      EXPECT_EQ(array.data.size(), element_count(array.shape) * bytes_of(array.type));
    } catch (const Error& error) {
      EXPECT_EQ(std::string_view(error.what()).find('\n'), std::string_view::npos);
    }
  }
}

}  // namespace
}  // namespace modlab::store
