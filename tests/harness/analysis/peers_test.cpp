#include "harness/analysis/peers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/variant_rows.h"

namespace modlab::analysis {
namespace {

using ::testing::ElementsAre;

TEST(Peers, AreThoseOfTheRunAndThoseMeasuredElsewhereOnTheSameWorkload) {
  store::Row own = variant_row({}, 900);
  own.variant = "directml";
  own.accuracy = "peer";
  const analysis::Run run = run_of({variant_row({}, 1000), own});
  std::vector<store::Row> elsewhere(4, variant_row({}, 1100));
  elsewhere[1].dtype = "i8";
  elsewhere[2].status = "wrong result";
  elsewhere[3].accuracy = "formula";
  EXPECT_THAT(peers_of(run, 0, elsewhere), ElementsAre(&run.rows()[1], &elsewhere[0], &elsewhere[3]));
  EXPECT_EQ(index_of_peer(run, 0, run.rows()[1]), 1U);
  EXPECT_EQ(index_of_peer(run, 0, elsewhere[0]), std::nullopt);
  EXPECT_DOUBLE_EQ(times_best_exact(run, 0, elsewhere[0])->ratio, 1.1);
}

TEST(Peers, AGroupWithoutVariantsHasOnlyThoseOfTheRun) {
  analysis::Run run = run_of({variant_row({}, 1000), peer_row(900)});
  run.groups[0].indices.clear();
  EXPECT_THAT(peers_of(run, 0, {variant_row({}, 1100)}), ElementsAre(&run.rows()[1]));
}

TEST(Peers, AreNamedAfterTheirProgramAndWhatSetsThemApart) {
  const store::Row beside = variant_row({}, 1000);
  store::Row peer = beside;
  peer.variant = "torch-remainder";
  peer.set_choice("compiler", "torch 2.11.0+cu130");
  EXPECT_EQ(peer_name(peer, beside), "torch");
  peer.mode = "cold";
  EXPECT_EQ(peer_name(peer, beside), "torch, cold");
  peer.adapter = "B";
  EXPECT_EQ(peer_name(peer, beside), "torch, cold") << "the other does not say where it ran";
  store::Row named = beside;
  named.adapter = "A";
  EXPECT_EQ(peer_name(peer, named), "torch, cold on B");
  peer.choices.clear();
  peer.mode = beside.mode;
  EXPECT_EQ(peer_name(peer, beside), "torch-remainder");
}

}  // namespace
}  // namespace modlab::analysis
