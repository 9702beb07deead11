#include "harness/measure/ledger.h"

#include <gtest/gtest.h>

namespace modlab::measure {
namespace {

TEST(Ledger, AnEntryAddsToItsActivityAlone) {
  Ledger ledger;
  { const Ledger::Entry entry = ledger.enter(Activity::verify); }
  const double once = ledger.seconds(Activity::verify);
  EXPECT_GT(once, 0);
  { const Ledger::Entry entry = ledger.enter(Activity::verify); }
  EXPECT_GT(ledger.seconds(Activity::verify), once);
  EXPECT_EQ(ledger.seconds(Activity::compile), 0);
  EXPECT_EQ(ledger.seconds(Activity::measure), 0);
}

TEST(Ledger, SumsUp) {
  Ledger first;
  { const Ledger::Entry entry = first.enter(Activity::compile); }
  Ledger second = first;
  second += first;
  EXPECT_EQ(second.seconds(Activity::compile), 2 * first.seconds(Activity::compile));
}

}  // namespace
}  // namespace modlab::measure
