#include <gtest/gtest.h>

#include "kernels/candidate.h"
#include "kernels/error.h"
#include "kernels/modulus/algorithm.h"
#include "kernels/modulus/problem.h"
#include "kernels/modulus/space.h"
#include "kernels/modulus/variant.h"
#include "kernels/modulus/workload.h"

namespace modlab {
namespace {

Platform all_of_it() {
  Platform platform;
  platform.device.highest_shader_model = {6, 0};
  platform.compilers = {CompilerTraits{.precise = true}};
  return platform;
}

TEST(WorkloadName, ReadsBack) {
  for (const auto& rounding : modulus::kRoundingNames)
    for (const auto& type : kDataTypeNames)
      for (const auto& layout : modulus::kLayoutNames)
        for (const auto& placement : modulus::kPlacementNames)
          for (const auto& data_set : modulus::kDataSetNames) {
            const modulus::Workload workload{.rounding = rounding.value,
                                             .type = type.value,
                                             .shape = {4, 256, 1024},
                                             .layout = layout.value,
                                             .placement = placement.value,
                                             .data_set = data_set.value};
            EXPECT_EQ(modulus::parse_workload(modulus::name_of(workload)), workload);
          }
  EXPECT_EQ(modulus::name_of(modulus::Workload{}), "floor/f32/1048576/packed/out/mixed");
  EXPECT_EQ(modulus::name_of(modulus::Workload{
                .type = DataType::i8, .layout = modulus::Layout::broadcast_b, .placement = modulus::Placement::in_a}),
            "floor/i8/1048576/broadcast-b/in-a/mixed");
}

TEST(WorkloadName, RefusesAnythingElse) {
  for (const char* name : {"", "floor", "floor/f32/4/packed/out", "floor/f32/4/packed/out/mixed/more",
                           "mod/f32/4/packed/out/mixed", "floor/f99/4/packed/out/mixed", "floor/f32/0/packed/out/mixed",
                           "floor/f32/4/loose/out/mixed", "floor/f32/4/packed/in/mixed", "floor/f32/4/packed/out/none"})
    EXPECT_THROW(modulus::parse_workload(name), Error) << name;
}

TEST(VariantName, ReadsBackForTheWholeSpace) {
  const modulus::VariantSpace space(modulus::describe(modulus::Workload{.rounding = modulus::Rounding::truncate}),
                                    all_of_it());
  ASSERT_GT(space.legal().size(), 1000u);
  for (const modulus::Variant& variant : space.legal())
    EXPECT_EQ(modulus::parse_variant(modulus::name_of(variant)), variant);
  EXPECT_EQ(modulus::name_of(modulus::Variant{.algorithm = modulus::Algorithm::formula, .precise = true}),
            "raw-b4-x1-t64-group-formula-root-d3dcompile-5.1-precise");
  const modulus::Variant everything{
      .algorithm = modulus::Algorithm::formula, .build = {CompilerId::dxc, {6, 6}, true, 32}, .precise = true};
  EXPECT_EQ(modulus::name_of(everything), "raw-b4-x1-t64-group-formula-root-dxc-6.6-native16-w32-precise");
  EXPECT_EQ(modulus::parse_variant(modulus::name_of(everything)), everything);
}

TEST(CandidateName, OfASingleWordIsAPeers) {
  const Candidate peer = modulus::modulus_catalogue()->candidate("directml");
  EXPECT_EQ(peer, Candidate::of_peer("directml"));
  EXPECT_EQ(peer.accuracy, Accuracy::peer);
  EXPECT_EQ(modulus::variant_of(peer), nullptr);
  EXPECT_EQ(*modulus::variant_of(modulus::modulus_catalogue()->candidate(modulus::name_of(modulus::Variant{}))),
            modulus::Variant{});
  for (const char* const name : {"", "raw-b4", "mine:U=1"})
    EXPECT_THROW(modulus::modulus_catalogue()->candidate(name), Error) << name;
  EXPECT_THROW(modulus::parse_variant("directml"), Error);
}

TEST(CandidateName, TellsCandidatesApart) {
  EXPECT_EQ(Candidate(modulus::Variant{}), Candidate(modulus::Variant{}));
  EXPECT_NE(Candidate(modulus::Variant{}), Candidate(modulus::Variant{.threads = 128}));
  EXPECT_NE(Candidate(modulus::Variant{}), Candidate::of_peer("directml"));
}

TEST(VariantName, FromBeforeAnAxisWasAddedStillReads) {
  const modulus::Variant variant = modulus::parse_variant("raw-b16-x2-t256-group-split-root-d3dcompile-5.1");
  EXPECT_FALSE(variant.streamed);
  modulus::Variant streamed = variant;
  streamed.streamed = true;
  EXPECT_EQ(modulus::name_of(streamed), "raw-b16-x2-t256-group-split-root-d3dcompile-5.1-streamed");
}

TEST(VariantName, RefusesAnythingElse) {
  for (const char* name :
       {"", "raw", "raw-b4-x1-t64-group-longdiv-root-d3dcompile", "cooked-b4-x1-t64-group-longdiv-root-d3dcompile-5.1",
        "raw-4-x1-t64-group-longdiv-root-d3dcompile-5.1", "raw-b4-x1-t64-group-copy-root-d3dcompile-5.1",
        "raw-b4-x1-t-group-longdiv-root-d3dcompile-5.1", "raw-b12-x1-t64-group-longdiv-root-d3dcompile-5.1",
        "raw-b4-x1-t64-group-longdiv-root-d3dcompile-5", "raw-b4-x1-t64-group-longdiv-root-d3dcompile-5.1-more",
        "raw-b4-x1-t64-group-longdiv-root-d3dcompile-precise",
        "raw-b4-x1-t64-group-formula-root-d3dcompile-5.1-precise-precise",
        "raw-b4-x1-t64-group-formula-root-dxc-6.6-w32-native16", "raw-b4-x1-t64-group-formula-root-dxc-6.6-w",
        "raw-b4-x1-t64-group-formula-root-dxc-6.6-w0", "raw-b4-x1-t64-group-formula-root-dxc-6.06"})
    EXPECT_THROW(modulus::parse_variant(name), Error) << name;
}

}  // namespace
}  // namespace modlab
