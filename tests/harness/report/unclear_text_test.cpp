#include "harness/report/unclear_text.h"

#include <gtest/gtest.h>

namespace modlab::report {
namespace {

TEST(UnclearText, OfKernelsInTheSameRoundsIsAboutHalfAPercent) {
  const statistics::PairedRatio noisy{.blocks = 1000, .ratio = 1.02, .log_error = 0.01, .degrees = 599};
  EXPECT_EQ(unclear_text(noisy),
            "1.000 to 1.040 is neither within 0.995 to 1.005 (SAME) nor above 1.005 (SLOWER); about 4 times as many "
            "samples would make it SLOWER");
  EXPECT_EQ(unclear_text({.blocks = 3, .ratio = 1.02}),
            "3 blocks of rounds, where an interval takes 4; measure longer");
}

TEST(UnclearText, OfAClearVerdictIsEmpty) {
  EXPECT_EQ(unclear_text({.blocks = 100, .ratio = 1.02, .log_error = 0.001, .degrees = 59}), "");
  EXPECT_EQ(unclear_text({.blocks = 100, .ratio = 1, .log_error = 0.001, .degrees = 59}), "");
}

}  // namespace
}  // namespace modlab::report
