#include "harness/system/hresult.h"

#include <gtest/gtest.h>

#include "kernels/error.h"

namespace modlab {
namespace {

constexpr std::int32_t hresult(std::uint32_t code) { return static_cast<std::int32_t>(code); }

TEST(Hresult, KnownCodeHasNameAndMeaning) {
  EXPECT_EQ(hresult_text(hresult(0x8007000e)), "E_OUTOFMEMORY (0x8007000e): out of memory");
}

TEST(Hresult, RemovalReasonIsInWords) {
  EXPECT_EQ(hresult_text(hresult(0x887a0006)),
            "DXGI_ERROR_DEVICE_HUNG (0x887a0006): the device hung on the commands it was given");
}

TEST(Hresult, UnknownCodeIsShownAsANumber) { EXPECT_EQ(hresult_text(hresult(0x80123456)), "HRESULT 0x80123456"); }

TEST(Hresult, StartUpFailureIsAnErrorThatSaysWhatWasDone) {
  try {
    check_start(hresult(0x80004005), "making a fence");
    FAIL() << "no Error was thrown";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "making a fence failed: E_FAIL (0x80004005): no reason given");
  }
}

TEST(Hresult, SuccessIsNoFailure) {
  constexpr std::int32_t kOk = 0;
  constexpr std::int32_t kFalse = 1;
  EXPECT_NO_THROW(check_start(kOk, "anything"));
  EXPECT_NO_THROW(check_start(kFalse, "anything"));
}

}  // namespace
}  // namespace modlab
