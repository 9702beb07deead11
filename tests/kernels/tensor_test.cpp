#include "kernels/tensor.h"

#include <gtest/gtest.h>

#include "kernels/error.h"

namespace modlab {
namespace {

TEST(Shape, NameReadsBack) {
  for (const char* text : {"1", "7", "4x256x1024", "1x2x3x4x5x6x7x8", "4294967295"})
    EXPECT_EQ(name_of(parse_shape(text)), text);
}

TEST(Shape, CountsElementsPast32Bits) {
  EXPECT_EQ(element_count(parse_shape("65536x65536x2")), std::uint64_t{1} << 33);
}

TEST(Shape, RefusesWhatIsNoShape) {
  for (const char* text : {"", "x", "4x", "x4", "4xx4", "0", "0x4", "4x0", "-4", "4.5", "4X4", " 4", "four",
                           "1x1x1x1x1x1x1x1x1", "4294967296", "99999999999x99999999999", "4294967295x4294967295"})
    EXPECT_THROW(parse_shape(text), Error) << text;
}

TEST(Shape, RefusalNamesTheShapeAndTheReason) {
  try {
    parse_shape("4x0");
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "shape '4x0': a dimension of 0 leaves no element");
  }
}

}  // namespace
}  // namespace modlab
