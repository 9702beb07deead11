#include "kernels/modulus/space.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "kernels/error.h"
#include "kernels/modulus/algorithm.h"
#include "kernels/modulus/axis.h"
#include "kernels/modulus/plan.h"
#include "kernels/modulus/problem.h"
#include "kernels/modulus/workload.h"
#include "tests/support/variant_cover.h"

namespace modlab::modulus {
namespace {

Platform plain_platform() {
  Platform platform;
  platform.device.highest_shader_model = {6, 0};
  platform.compilers = {CompilerTraits{.raw_writable_loads = true, .precise = true}};
  return platform;
}

/// A device and compilers with everything that kernels make use of.
Platform able_platform() {
  Platform platform = plain_platform();
  platform.device.highest_shader_model = {6, 6};
  platform.device.native_16bit = true;
  platform.device.wave_ops = true;
  platform.device.wave_lanes_min = 32;
  platform.device.wave_lanes_max = 64;
  platform.compilers.push_back({.id = CompilerId::dxc, .raw_writable_loads = true, .precise = true});
  return platform;
}

Variant dxc_variant(modulus::Algorithm algorithm, ShaderModel model) {
  return {.algorithm = algorithm, .build = {CompilerId::dxc, model}};
}

std::set<std::string> values_of(const std::vector<Variant>& variants, std::string_view axis_name) {
  const auto column = std::ranges::find(variant_columns(), axis_name, &VariantColumn::name);
  std::set<std::string> values;
  for (const Variant& variant : variants) values.insert(column->text(variant));
  return values;
}

TEST(VariantSpace, HoldsEveryValueOfEveryAxis) {
  const VariantSpace space(describe(Workload{.rounding = modulus::Rounding::truncate}), plain_platform());
  EXPECT_EQ(values_of(space.legal(), "access"), (std::set<std::string>{"raw", "structured", "typed"}));
  EXPECT_EQ(values_of(space.legal(), "load_bytes"), (std::set<std::string>{"4", "8", "16"}));
  EXPECT_EQ(values_of(space.legal(), "per_thread"), (std::set<std::string>{"1", "2", "4", "8"}));
  EXPECT_EQ(values_of(space.legal(), "threads"), (std::set<std::string>{"32", "64", "128", "256", "512", "1024"}));
  EXPECT_EQ(values_of(space.legal(), "loop"), (std::set<std::string>{"group", "grid"}));
  EXPECT_EQ(values_of(space.legal(), "algorithm"), (std::set<std::string>{"longdiv", "split", "formula", "intrinsic"}));
  EXPECT_EQ(values_of(space.legal(), "binding"), (std::set<std::string>{"root", "table"}));
  EXPECT_EQ(values_of(space.legal(), "precise"), (std::set<std::string>{"no", "yes"}));
  EXPECT_EQ(values_of(space.legal(), "streamed"), (std::set<std::string>{"no", "yes"}));
}

TEST(VariantSpace, PlainestVariantOfEachClassComesFirst) {
  const VariantSpace space(describe(Workload{}), plain_platform());
  EXPECT_EQ(name_of(space.legal().front()), "raw-b4-x1-t64-group-longdiv-root-d3dcompile-5.1");
  const auto formula = std::ranges::find_if(space.legal(), [](const Variant& variant) {
    return modulus::accuracy_of(variant.algorithm) == Accuracy::formula;
  });
  EXPECT_EQ(name_of(*formula), "raw-b4-x1-t64-group-formula-root-d3dcompile-5.1");
}

TEST(VariantSpace, IsInTheOrderOfItsVariants) {
  const VariantSpace space(describe(Workload{}), plain_platform());
  EXPECT_TRUE(std::ranges::is_sorted(space.legal(), {}, order_of));
  EXPECT_EQ(order_of({}), std::vector<std::size_t>(variant_axes().size(), 0));
}

TEST(VariantSpace, EveryIllegalCombinationHasAReason) {
  const auto all = illegal_variants(describe(Workload{}), plain_platform());
  ASSERT_FALSE(all.empty());
  for (const IllegalVariant& illegal : all) EXPECT_FALSE(illegal.reason.empty());
}

TEST(VariantSpace, SaysWhyACombinationIsIllegal) {
  const Variant typed_root{.access = Access::typed, .binding = Binding::root};
  EXPECT_EQ(why_illegal(typed_root, describe(Workload{}), plain_platform()),
            "a root descriptor has no format, so typed views need a table");
  EXPECT_EQ(why_illegal(Variant{.algorithm = modulus::Algorithm::intrinsic}, describe(Workload{}), plain_platform()),
            "HLSL's fmod truncates");
  EXPECT_EQ(why_illegal(Variant{.threads = 77}, describe(Workload{}), plain_platform()),
            "threads is one of t32, t64, t128, t256, t512, t1024");
  EXPECT_EQ(why_illegal(Variant{}, describe(Workload{.type = DataType::u8}), plain_platform()),
            "the algorithm does not support this data type");
  EXPECT_EQ(why_illegal(Variant{}, describe(Workload{}), Platform{plain_platform().device, {}}),
            "no d3dcompile compiler here");
  EXPECT_EQ(why_illegal(dxc_variant(modulus::Algorithm::split, {6, 0}), describe(Workload{}), plain_platform()),
            "no dxc compiler here");
  const std::string_view builds = "build is one of d3dcompile-5.1, dxc-6.0, dxc-6.2-native16, dxc-6.6, dxc-6.6-w4, ";
  for (const Build& none :
       {Build{CompilerId::d3dcompile, {6, 0}}, Build{CompilerId::dxc, {6, 5}}, Build{CompilerId::dxc, {6, 2}},
        Build{CompilerId::dxc, {6, 0}, true}, Build{CompilerId::dxc, {6, 0}, false, 32}})
    EXPECT_TRUE(why_illegal(Variant{.build = none}, describe(Workload{}), plain_platform())->starts_with(builds));
  EXPECT_EQ(why_illegal(Variant{}, describe(Workload{}), plain_platform()), std::nullopt);
}

TEST(VariantSpace, StridedTensorsMayPassOneView) {
  const Variant variant{.access = Access::structured};
  const auto transposed = describe(Workload{.shape = {60'000, 60'000}, .layout = Layout::transposed});
  EXPECT_EQ(why_illegal(variant, transposed, plain_platform()), std::nullopt);
  const TensorDesc entangled{.sizes = {200'000, 200'000}, .strides = {200'001, 200'000}};
  EXPECT_EQ(why_illegal(variant, {.a = entangled, .b = entangled, .out = entangled}, plain_platform()),
            "it takes 51200000 dispatches, more than 65536");
}

/// Operands stored in the reverse order of Out, of which no two dimensions fold into one. An operand that Out is
/// computed over is stored like Out.
modulus::ModulusDesc reversed(std::size_t rank, DataType type, Placement placement) {
  TensorDesc out{.type = type, .sizes = Shape(rank, 8), .strides = {}};
  TensorDesc operand = out;
  for (std::uint32_t i = 0, stride = 1; i < rank; ++i, stride *= 8) operand.strides.push_back(stride);
  return {.a = placement == Placement::in_a ? out : operand,
          .b = placement == Placement::in_b ? out : operand,
          .out = out,
          .over_a = placement == Placement::in_a,
          .over_b = placement == Placement::in_b};
}

/// Gaps between the elements of every dimension, so that nothing is packed, nor stored by columns.
modulus::ModulusDesc gapped(std::size_t rank, DataType type, Placement placement) {
  modulus::ModulusDesc desc = reversed(rank, type, placement);
  for (TensorDesc* tensor : {&desc.a, &desc.b, &desc.out}) {
    tensor->sizes.assign(rank, 2);
    tensor->strides.assign(rank, 0);
    for (std::uint32_t i = 0, stride = 2; i < rank; ++i, stride *= 3) tensor->strides[rank - 1 - i] = stride;
  }
  return desc;
}

/// Rows of 8 elements with gaps between them, in no two dimensions alike.
modulus::ModulusDesc spaced(std::size_t rank, DataType type, Placement placement) {
  modulus::ModulusDesc desc = reversed(rank, type, placement);
  for (TensorDesc* tensor : {&desc.a, &desc.b, &desc.out}) {
    tensor->sizes.assign(rank, 2);
    tensor->sizes.back() = 8;
    tensor->strides.assign(rank, 1);
    for (std::uint32_t i = 1, stride = 9; i < rank; ++i, stride *= 3) tensor->strides[rank - 1 - i] = stride;
  }
  return desc;
}

TEST(VariantSpace, EveryLegalVariantFitsARootSignatureAtEveryRank) {
  std::size_t dearest = 0;
  for (const auto& [placement, placement_name] : kPlacementNames)
    for (const DataType type : {DataType::f32, DataType::u8})
      for (std::size_t rank = 1; rank <= kMaxDimensions; ++rank)
        for (const modulus::ModulusDesc& desc :
             {reversed(rank, type, placement), gapped(rank, type, placement), spaced(rank, type, placement)})
          for (const Variant& variant : VariantSpace(desc, plain_platform()).legal()) {
            const std::size_t cost = root_cost(make_plan(desc, variant, {.view_words = std::uint64_t{1} << 60}));
            EXPECT_LE(cost, kMaxRootCost) << name_of(variant) << " at rank " << rank << ", " << placement_name;
            dearest = std::max(dearest, cost);
          }
  EXPECT_EQ(dearest, kMaxRootCost) << "the limit was never reached, so nothing was tested";
}

TEST(VariantSpace, RowsOfEightDimensionsNeedATableUnlessInPlace) {
  Variant variant{.access = Access::structured, .loop = Loop::rows, .binding = Binding::root};
  const auto verdict = [&](std::size_t rank, Placement placement) {
    return why_illegal(variant, spaced(rank, DataType::f32, placement), plain_platform());
  };
  EXPECT_EQ(verdict(8, Placement::out),
            "a root signature holds 64 DWORDs, and this one needs 68; with a table it needs fewer");
  EXPECT_EQ(verdict(8, Placement::in_a), std::nullopt);
  EXPECT_EQ(verdict(7, Placement::out), std::nullopt);
  variant.binding = Binding::table;
  EXPECT_EQ(verdict(8, Placement::out), std::nullopt);
}

TEST(VariantSpace, RowsAndTilesAreForTensorsThatHaveThem) {
  const auto verdict = [](Loop loop, Layout layout, std::uint32_t load_bytes) {
    return why_illegal({.access = Access::structured, .load_bytes = load_bytes, .loop = loop},
                       describe(Workload{.shape = {2, 3, 64, 10}, .layout = layout}), plain_platform());
  };
  for (const Layout layout : {Layout::row_b, Layout::channel_b, Layout::padded})
    for (const std::uint32_t load_bytes : {4u, 8u, 16u})
      EXPECT_EQ(verdict(Loop::rows, layout, load_bytes), std::nullopt);
  EXPECT_EQ(verdict(Loop::tile, Layout::padded, 4),
            "tiles need an operand stored by columns, whole vectors, small squares and a single view");
  EXPECT_EQ(
      verdict(Loop::rows, Layout::transposed, 4),
      "rows need a dimension along which Out is contiguous, the operands are contiguous or constant, and there is "
      "at least one vector");
  EXPECT_EQ(verdict(Loop::tile, Layout::transposed, 8), std::nullopt);
  EXPECT_EQ(verdict(Loop::tile, Layout::transposed, 16),
            "tiles need an operand stored by columns, whole vectors, small squares and a single view");
  EXPECT_EQ(verdict(Loop::staged, Layout::transposed, 16), std::nullopt);
  EXPECT_EQ(
      verdict(Loop::staged, Layout::row_b, 16),
      "staging needs contiguous rows of Out, an operand stored by columns, a tile of it that fits group memory, and "
      "a single view");
  for (const Loop loop : {Loop::rows, Loop::tile, Loop::staged})
    EXPECT_EQ(verdict(loop, Layout::packed, 4), "tiles, rows and staging are for tensors with strides");
  EXPECT_EQ(
      verdict(Loop::group, Layout::row_b, 16),
      "except by rows, by tiles or staged, strided tensors are gathered word by word through structured views of 4 "
      "bytes");
}

TEST(VariantSpace, SomeAlgorithmsNeedAFusedMad) {
  Platform fusing = plain_platform();
  fusing.compilers.front().fused_mad = true;
  for (const modulus::Algorithm algorithm : {modulus::Algorithm::fma, modulus::Algorithm::ladder}) {
    const Variant variant{.algorithm = algorithm};
    EXPECT_EQ(why_illegal(variant, describe(Workload{}), plain_platform()),
              "mad is rounded twice here, and the algorithm needs it rounded once");
    EXPECT_EQ(why_illegal(variant, describe(Workload{}), fusing), std::nullopt);
  }
}

TEST(VariantSpace, HalfAlsoNeedsConversionsThatAreKnownToBeExact) {
  const Variant half{.algorithm = modulus::Algorithm::half};
  const modulus::ModulusDesc desc = describe(Workload{.type = DataType::f16});
  Platform platform = plain_platform();
  platform.compilers.front().fused_mad = true;
  EXPECT_EQ(why_illegal(half, desc, platform),
            "the algorithm needs fp16 conversions that are known to be exact on the device");
  platform.compilers.front().exact_half = true;
  EXPECT_EQ(why_illegal(half, desc, platform), std::nullopt);
  platform.compilers.front().fused_mad = false;
  EXPECT_EQ(why_illegal(half, desc, platform), "mad is rounded twice here, and the algorithm needs it rounded once");
}

TEST(VariantSpace, HalfByNativeTypesNeedsTheirsToBeExact) {
  const Variant half{.algorithm = modulus::Algorithm::half, .build = {CompilerId::dxc, {6, 2}, true, 0}};
  const modulus::ModulusDesc desc = describe(Workload{.type = DataType::f16});
  Platform platform = plain_platform();
  platform.device.highest_shader_model = {6, 2};
  platform.device.native_16bit = true;
  platform.compilers = {{.id = CompilerId::dxc, .version = {}, .fused_mad = true, .exact_half = true}};
  EXPECT_EQ(why_illegal(half, desc, platform),
            "the algorithm needs fp16 conversions that are known to be exact on the device");
  platform.compilers.front().exact_native_half = true;
  EXPECT_EQ(why_illegal(half, desc, platform), std::nullopt);
}

TEST(VariantSpace, BiasNeedsADeviceThatComputesAWordsElementsAsAVector) {
  const Variant bias{.algorithm = modulus::Algorithm::bias};
  const modulus::ModulusDesc desc = describe(Workload{.type = DataType::u8});
  Platform platform = plain_platform();
  EXPECT_EQ(why_illegal(bias, desc, platform), std::nullopt);
  platform.compilers.front().exact_bytes = false;
  EXPECT_EQ(why_illegal(bias, desc, platform),
            "a word's elements are not right as a vector here, and the algorithm computes them so");
}

TEST(VariantSpace, HoldsTheKernelsOfEveryCompilerHere) {
  const auto models_of = [](const Platform& platform, DataType type) {
    return values_of(VariantSpace(describe(Workload{.type = type}), platform).legal(), "shader_model");
  };
  EXPECT_EQ(models_of(plain_platform(), DataType::f16), (std::set<std::string>{"5.1"}));
  EXPECT_EQ(models_of(able_platform(), DataType::f32), (std::set<std::string>{"5.1", "6.0", "6.6"}));
  EXPECT_EQ(models_of(able_platform(), DataType::f16), (std::set<std::string>{"5.1", "6.0", "6.2", "6.6"}));
  Platform dxc_alone = able_platform();
  dxc_alone.device.highest_shader_model = {6, 0};
  dxc_alone.compilers.erase(dxc_alone.compilers.begin());
  EXPECT_EQ(models_of(dxc_alone, DataType::u8), (std::set<std::string>{"6.0"}));
}

TEST(VariantSpace, Native16NeedsItsModelItsTypesAndTheDevice) {
  const modulus::ModulusDesc f16 = describe(Workload{.type = DataType::f16});
  Variant variant = dxc_variant(modulus::Algorithm::split, {6, 2});
  variant.build.native16 = true;
  EXPECT_EQ(why_illegal(variant, f16, able_platform()), std::nullopt);
  EXPECT_EQ(why_illegal(variant, describe(Workload{}), able_platform()),
            "native 16-bit types are for elements of 16 bits");
  Platform without = able_platform();
  without.device.native_16bit = false;
  EXPECT_EQ(why_illegal(variant, f16, without), "the device has no native 16-bit types");
}

TEST(VariantSpace, AFixedWaveSizeNeedsAChoiceOfThem) {
  const modulus::ModulusDesc desc = describe(Workload{});
  Variant variant = dxc_variant(modulus::Algorithm::split, {6, 6});
  EXPECT_EQ(why_illegal(variant, desc, able_platform()),
            "shader model 6.6 only matters for 8-bit elements and for a fixed wave size");
  EXPECT_EQ(why_illegal(dxc_variant(modulus::Algorithm::fixup, {6, 6}), describe(Workload{.type = DataType::i8}),
                        able_platform()),
            std::nullopt);
  variant.build.wave_lanes = 64;
  EXPECT_EQ(why_illegal(variant, desc, able_platform()), std::nullopt);
  variant.threads = 32;
  EXPECT_EQ(why_illegal(variant, desc, able_platform()), "a group is smaller than the wave");
  variant.build.wave_lanes = 16;
  EXPECT_EQ(why_illegal(variant, desc, able_platform()), "the device has no waves of 16 lanes");
  Platform fixed = able_platform();
  fixed.device.wave_lanes_max = 32;
  variant.build.wave_lanes = 32;
  EXPECT_EQ(why_illegal(variant, desc, fixed), "the device's waves always have 32 lanes");
}

TEST(VariantSpace, PreciseIsForTheFormulaAlone) {
  for (const modulus::AlgorithmInfo& info : modulus::modulus_algorithms()) {
    const Variant variant{.algorithm = info.algorithm, .precise = true};
    const modulus::ModulusDesc desc =
        describe(Workload{.rounding = modulus::Rounding::truncate, .type = info.types.front()});
    EXPECT_EQ(why_illegal(variant, desc, plain_platform()).has_value(), info.algorithm != modulus::Algorithm::formula)
        << info.name;
  }
  Platform forgetful = plain_platform();
  forgetful.compilers.front().precise = false;
  EXPECT_EQ(
      why_illegal(Variant{.algorithm = modulus::Algorithm::formula, .precise = true}, describe(Workload{}), forgetful),
      "this compiler ignores precise");
}

TEST(VariantSpace, StreamedNeedsSeveralVectorsPerThreadAndAKernelThatIsUnrolledWithout) {
  Variant variant{.per_thread = 2, .algorithm = modulus::Algorithm::split, .streamed = true};
  EXPECT_EQ(why_illegal(variant, describe(Workload{}), plain_platform()), std::nullopt);
  EXPECT_EQ(why_illegal(variant, describe(Workload{.shape = {4, 256}, .layout = Layout::padded}), plain_platform()),
            "only packed tensors are streamed, with or without a single divisor");
  variant.algorithm = modulus::Algorithm::longdiv;
  EXPECT_EQ(why_illegal(variant, describe(Workload{}), plain_platform()),
            "the algorithm is too long to unroll, so it always streams");
  variant.per_thread = 1;
  EXPECT_EQ(why_illegal(variant, describe(Workload{}), plain_platform()),
            "with one vector per thread, there is nothing to stream");
}

TEST(VariantSpace, ConstantsNeedOneDivisorThatTheHostKnows) {
  const Variant fastmod{.algorithm = modulus::Algorithm::fastmod};
  const Variant mask{.algorithm = modulus::Algorithm::mask};
  modulus::ModulusDesc desc = describe(Workload{.type = DataType::i16, .layout = Layout::broadcast_b});
  for (const Variant& variant : {fastmod, mask})
    EXPECT_EQ(why_illegal(variant, desc, plain_platform()), "the algorithm needs a single divisor known on the host");
  desc.divisor = 12;
  EXPECT_EQ(why_illegal(fastmod, desc, plain_platform()), std::nullopt);
  EXPECT_EQ(why_illegal(mask, desc, plain_platform()), "the algorithm needs a power of two as divisor");
  desc.divisor = 0xfff0;
  EXPECT_EQ(why_illegal(mask, desc, plain_platform()), std::nullopt);
  desc = describe(Workload{.layout = Layout::broadcast_b});
  desc.divisor = 0;
  EXPECT_EQ(why_illegal(fastmod, desc, plain_platform()), "the algorithm does not support this data type");
}

TEST(VariantFilter, NarrowsBySeveralAxes) {
  VariantFilter filter;
  filter.add_where("threads=64,256");
  filter.add_where("access=raw");
  const VariantSpace space(describe(Workload{}), plain_platform(), filter);
  EXPECT_EQ(values_of(space.legal(), "threads"), (std::set<std::string>{"64", "256"}));
  EXPECT_EQ(values_of(space.legal(), "access"), (std::set<std::string>{"raw"}));
}

TEST(VariantFilter, NamedVariantsAreAllThatIsLeft) {
  VariantFilter filter;
  filter.add_variant(Variant{.load_bytes = 16, .threads = 256});
  const VariantSpace space(describe(Workload{}), plain_platform(), filter);
  ASSERT_EQ(space.legal().size(), 1u);
  EXPECT_EQ(space.legal().front().load_bytes, 16u);
}

TEST(VariantFilter, RefusesUnknownAxesAndMissingValues) {
  VariantFilter filter;
  for (const char* where : {"", "threads", "threads=", "=64", "speed=64", "threads=65", "threads=64,", "build=dxc"})
    EXPECT_THROW(filter.add_where(where), Error) << where;
}

TEST(VariantFilter, ABuildCanBeNamedWholeOrByItsParts) {
  const auto builds_where = [](const char* where) {
    VariantFilter filter;
    filter.add_where(where);
    std::set<std::string> builds;
    for (const Variant& variant : VariantSpace(describe(Workload{}), able_platform(), filter).legal())
      builds.insert(name_of(variant.build));
    return builds;
  };
  EXPECT_EQ(builds_where("build=dxc-6.0,dxc-6.6-w64"), (std::set<std::string>{"dxc-6.0", "dxc-6.6-w64"}));
  EXPECT_EQ(builds_where("compiler=dxc"), (std::set<std::string>{"dxc-6.0", "dxc-6.6-w32", "dxc-6.6-w64"}));
  EXPECT_EQ(builds_where("wave_lanes=32"), (std::set<std::string>{"dxc-6.6-w32"}));
}

TEST(PairwiseCover, HoldsEveryPairWithFewVariants) {
  const VariantSpace space(describe(Workload{.rounding = modulus::Rounding::truncate}), plain_platform());
  const auto cover = cover_of(space.legal());
  EXPECT_LT(cover.size(), 60u);
  const auto pairs_of = [](const std::vector<Variant>& variants) {
    std::set<std::string> pairs;
    for (const Variant& variant : variants)
      for (const VariantColumn& first : variant_columns())
        for (const VariantColumn& second : variant_columns())
          pairs.insert(std::string(first.name) + first.text(variant) + std::string(second.name) + second.text(variant));
    return pairs;
  };
  EXPECT_EQ(pairs_of(cover), pairs_of(space.legal()));
}

}  // namespace
}  // namespace modlab::modulus
