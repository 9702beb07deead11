#include "harness/statistics/student.h"

#include <gtest/gtest.h>

namespace modlab::statistics {
namespace {

TEST(Student, QuantilesAreThoseOfThePrintedTables) {
  struct Entry {
    double tail;
    double degrees;
    double quantile;
  };
  for (const Entry& entry : {Entry{0.025, 1, 12.7062},
                             {0.025, 4, 2.7764},
                             {0.025, 12, 2.1788},
                             {0.025, 120, 1.9799},
                             {0.005, 5, 4.0321},
                             {0.0005, 10, 4.5869},
                             {0.05, 1000, 1.6464}})
    EXPECT_NEAR(student_quantile(entry.tail, entry.degrees), entry.quantile, 1e-4 * entry.quantile)
        << entry.tail << ' ' << entry.degrees;
}

TEST(Student, TailAndQuantileAreInverse) {
  for (const double degrees : {2.0, 3.7, 30.0, 5000.0})
    for (const double tail : {0.4, 0.025, 1e-6}) {
      EXPECT_NEAR(student_tail(student_quantile(tail, degrees), degrees), tail, 1e-9 * tail);
      EXPECT_NEAR(student_tail(-student_quantile(tail, degrees), degrees), 1 - tail, 1e-9);
    }
}

}  // namespace
}  // namespace modlab::statistics
