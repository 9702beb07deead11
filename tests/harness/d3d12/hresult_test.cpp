#include "harness/d3d12/hresult.h"

#include <gtest/gtest.h>

#include "kernels/error.h"

namespace modlab {
namespace {

TEST(Hresult, KnownCodeHasNameAndMeaning) {
  EXPECT_EQ(describe(E_OUTOFMEMORY), "E_OUTOFMEMORY (0x8007000e): out of memory");
}

TEST(Hresult, RemovalReasonIsInWords) {
  EXPECT_EQ(describe(static_cast<HRESULT>(0x887a0006U)),
            "DXGI_ERROR_DEVICE_HUNG (0x887a0006): the device hung on the commands it was given");
}

TEST(Hresult, UnknownCodeIsShownAsANumber) {
  EXPECT_EQ(describe(static_cast<HRESULT>(0x80123456U)), "HRESULT 0x80123456");
}

TEST(Hresult, StartUpFailureIsAnErrorThatSaysWhatWasDone) {
  try {
    check_start(E_FAIL, "making a fence");
    FAIL() << "no Error was thrown";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "making a fence failed: E_FAIL (0x80004005): no reason given");
  }
}

TEST(Hresult, SuccessIsNoFailure) {
  EXPECT_NO_THROW(check_start(S_OK, "anything"));
  EXPECT_NO_THROW(check_start(S_FALSE, "anything"));
}

}  // namespace
}  // namespace modlab
