#include "gui/runs/listed_kernel.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/system/scoped_variable.h"
#include "kernels/error.h"
#include "tests/support/own_row.h"

namespace modlab::gui {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

std::string request_of(const std::string& name, const std::string& code) {
  const OwnRow own(name, code);
  return tune::listing_request(own.row, {own.kernel});
}

class ListedKernel : public ::testing::Test {
  ScopedVariable fake_{"MODLAB_DXC", MODLAB_FAKE_DXCOMPILER};
};

TEST_F(ListedKernel, IsMadeByTheCompilerThatItsVariantNames) {
  const tune::KernelListing listing = list_kernel(request_of("mine", "[numthreads(64, 1, 1)] void main() {}\n"));
  EXPECT_EQ(listing.compiler, "dxcompiler 1.99 (fake)");
  EXPECT_THAT(listing.disassembly, HasSubstr("; of #line 1 \"mine.hlsl\""));
  EXPECT_EQ(listing.hash.size(), 32U);
  EXPECT_GT(listing.bytes, 0U);
}

TEST_F(ListedKernel, OneThatIsRefusedCrashesOrHangsIsAnErrorInThisProcess) {
  EXPECT_THAT([] { list_kernel(request_of("refused", "refuse me")); }, ThrowsMessage<Error>("no, says DXC"));
  EXPECT_THAT([] { list_kernel(request_of("crashes", "crash now")); },
              ThrowsMessage<Error>(HasSubstr("the compiler was killed by signal 6")));
  EXPECT_THAT([] { list_kernel(request_of("hangs", "hang now"), {}, std::chrono::milliseconds(0)); },
              ThrowsMessage<Error>("the compiler took longer than 0 s"));
  std::stop_source stop;
  stop.request_stop();
  EXPECT_THAT([&] { list_kernel(request_of("hangs", "hang now"), stop.get_token()); }, ThrowsMessage<Error>("stopped"));
}

}  // namespace
}  // namespace modlab::gui
