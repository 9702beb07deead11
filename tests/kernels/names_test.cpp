#include <gtest/gtest.h>

#include "kernels/candidate.h"
#include "kernels/error.h"
#include "kernels/space.h"
#include "kernels/variant.h"
#include "kernels/workload.h"

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
      for (const auto& layout : kLayoutNames)
        for (const auto& placement : kPlacementNames)
          for (const auto& data_set : kDataSetNames) {
            const Workload workload{.rounding = rounding.value,
                                    .type = type.value,
                                    .shape = {4, 256, 1024},
                                    .layout = layout.value,
                                    .placement = placement.value,
                                    .data_set = data_set.value};
            EXPECT_EQ(parse_workload(name_of(workload)), workload);
          }
  EXPECT_EQ(name_of(Workload{}), "floor/f32/1048576/packed/out/mixed");
  EXPECT_EQ(name_of(Workload{.type = DataType::i8, .layout = Layout::broadcast_b, .placement = Placement::in_a}),
            "floor/i8/1048576/broadcast-b/in-a/mixed");
}

TEST(WorkloadName, RefusesAnythingElse) {
  for (const char* name : {"", "floor", "floor/f32/4/packed/out", "floor/f32/4/packed/out/mixed/more",
                           "mod/f32/4/packed/out/mixed", "floor/f99/4/packed/out/mixed", "floor/f32/0/packed/out/mixed",
                           "floor/f32/4/loose/out/mixed", "floor/f32/4/packed/in/mixed", "floor/f32/4/packed/out/none"})
    EXPECT_THROW(parse_workload(name), Error) << name;
}

TEST(VariantName, ReadsBackForTheWholeSpace) {
  const VariantSpace space(describe(Workload{.rounding = modulus::Rounding::truncate}), all_of_it());
  ASSERT_GT(space.legal().size(), 1000u);
  for (const Variant& variant : space.legal()) EXPECT_EQ(parse_variant(name_of(variant)), variant);
  EXPECT_EQ(name_of(Variant{.algorithm = modulus::Algorithm::formula, .precise = true}),
            "raw-b4-x1-t64-group-formula-root-d3dcompile-5.1-precise");
  const Variant everything{
      .algorithm = modulus::Algorithm::formula, .build = {CompilerId::dxc, {6, 6}, true, 32}, .precise = true};
  EXPECT_EQ(name_of(everything), "raw-b4-x1-t64-group-formula-root-dxc-6.6-native16-w32-precise");
  EXPECT_EQ(parse_variant(name_of(everything)), everything);
}

TEST(CandidateName, OfASingleWordIsAPeers) {
  const Candidate peer = parse_candidate("directml");
  EXPECT_EQ(peer, Candidate::of_peer("directml"));
  EXPECT_EQ(peer.accuracy, Accuracy::peer);
  EXPECT_EQ(peer.variant, std::nullopt);
  EXPECT_EQ(parse_candidate(name_of(Variant{})).variant, Variant{});
  for (const char* const name : {"", "raw-b4", "mine:U=1"}) EXPECT_THROW(parse_candidate(name), Error) << name;
  EXPECT_THROW(parse_variant("directml"), Error);
}

TEST(CandidateName, TellsCandidatesApart) {
  EXPECT_EQ(Candidate(), Candidate(Variant{}));
  EXPECT_NE(Candidate(), Candidate(Variant{.threads = 128}));
  EXPECT_NE(Candidate(), Candidate::of_peer("directml"));
}

TEST(VariantName, FromBeforeAnAxisWasAddedStillReads) {
  const Variant variant = parse_variant("raw-b16-x2-t256-group-split-root-d3dcompile-5.1");
  EXPECT_FALSE(variant.streamed);
  Variant streamed = variant;
  streamed.streamed = true;
  EXPECT_EQ(name_of(streamed), "raw-b16-x2-t256-group-split-root-d3dcompile-5.1-streamed");
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
    EXPECT_THROW(parse_variant(name), Error) << name;
}

}  // namespace
}  // namespace modlab
