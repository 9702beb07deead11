#include "kernels/files/kernel_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "kernels/error.h"
#include "kernels/modulus/axis.h"
#include "kernels/modulus/plan.h"
#include "kernels/modulus/problem.h"
#include "kernels/modulus/space.h"

namespace modlab {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const std::string kText =
    "// modlab: op floor\n"
    "// modlab: dtype f32, u8\n"
    "  //   modlab:   axis UNROLL = 1, 2,4\r\n"
    "// modlab: axis WAY = LEFT, RIGHT\n"
    "// modlab: constraint UNROLL != 2\n"
    "// modlab: threads 32 * UNROLL\n"
    "// modlab: elements UNROLL * 4 / ELEMENT_BYTES\n"
    "[numthreads(1, 1, 1)] void main() {}\n";

KernelPtr kernel_of(const std::string& text, const std::string& file = "mine.hlsl",
                    const std::string& hash = "01234567") {
  return parse_kernel(file, {{file, text}}, hash);
}

/// The message with which a file is refused.
std::string fault_of(const std::string& text, const std::string& file = "mine.hlsl") {
  try {
    kernel_of(text, file);
  } catch (const Error& error) {
    return error.what();
  }
  return "none";
}

/// The file with one more declaration.
std::string with(const std::string& line) { return kText + "// modlab: " + line + "\n"; }

Platform platform() {
  Platform platform;
  platform.compilers = {{.id = CompilerId::d3dcompile, .version = "1"}};
  return platform;
}

modulus::ModulusDesc desc_of(const modulus::Workload& workload) { return modulus::describe(workload); }

TEST(KernelFile, SaysWhatItServesAndWhatCanBeTuned) {
  const KernelPtr read = kernel_of(kText);
  const KernelFile& kernel = *read;
  EXPECT_EQ(kernel.name, "mine");
  EXPECT_THAT(kernel.roundings, ElementsAre(modulus::Rounding::floor));
  EXPECT_THAT(kernel.types, ElementsAre(DataType::f32, DataType::u8));
  EXPECT_THAT(kernel.storages, ElementsAre(Storage::packed));
  EXPECT_THAT(kernel.placements, ElementsAre(modulus::Placement::out));
  EXPECT_EQ(kernel.accuracy, Accuracy::exact);
  ASSERT_EQ(kernel.axes.size(), 2U);
  EXPECT_THAT(kernel.axes[0].values, ElementsAre("1", "2", "4"));
  EXPECT_EQ(kernel.value_of(kernel.elements, {2}, DataType::u8), 16);
  const KernelPtr other = kernel_of(with("op all") + "// modlab: layout packed, strided\n// modlab: placement all\n" +
                                    "// modlab: accuracy formula\n// modlab: view typed 4 * UNROLL\n" +
                                    "// modlab: build dxc-6.2-native16\n// modlab: entry go\n");
  const KernelFile& more = *other;
  EXPECT_EQ(more.roundings.size(), 2U);
  EXPECT_THAT(more.storages, ElementsAre(Storage::packed, Storage::strided));
  EXPECT_EQ(more.placements.size(), 3U);
  EXPECT_EQ(more.accuracy, Accuracy::formula);
  EXPECT_EQ(more.access, Access::typed);
  EXPECT_EQ(more.value_of(more.stride, {1}), 8);
  ASSERT_EQ(more.builds.size(), 1U);
  EXPECT_TRUE(more.builds[0].native16);
  EXPECT_EQ(more.entry, "go");
}

TEST(KernelFile, AWrongDeclarationIsNamedWithItsLine) {
  for (const auto& [line, part] : {std::pair("axis = ,", "'axis = ,'"),
                                   {"axis UNROLL = 8", "two axes UNROLL"},
                                   {"axis X", "'axis X'"},
                                   {"axis X = 1, 1", "1 twice"},
                                   {"axis X = 1,", "no value"},
                                   {"axis X = a-b", "'a-b'"},
                                   {"axis 2X = 1", "'axis 2X = 1'"},
                                   {"axis ELEMENT = 1", "taken"},
                                   {"speed 9", "'speed'"},
                                   {"op", "'op'"},
                                   {"op modulo", "'modulo'"},
                                   {"dtype f64", "'f64'"},
                                   {"layout loose", "'loose'"},
                                   {"placement x", "'x'"},
                                   {"accuracy peer", "'peer'"},
                                   {"view fast", "'fast'"},
                                   {"view typed", "bytes"},
                                   {"build gcc", "'gcc'"},
                                   {"entry 1", "'1'"},
                                   {"constraint UNROLL <", "'UNROLL <'"},
                                   {"constraint WAY == 1", "'WAY'"},
                                   {"threads BLOCK", "'BLOCK'"},
                                   {"threads ELEMENT_BYTES", "'ELEMENT_BYTES'"},
                                   {"elements 1 / 0", "zero"}})
    EXPECT_THAT(fault_of(with(line)), ::testing::AllOf(HasSubstr("mine.hlsl:9: "), HasSubstr(part))) << line;
}

TEST(KernelFile, WhatIsMissingOrTooMuchIsAnError) {
  EXPECT_THAT(fault_of("void main() {}"), HasSubstr("mine.hlsl: it does not say '// modlab: op ...'"));
  EXPECT_THAT(fault_of(kText, "my kernel.hlsl"), HasSubstr("letters, digits and _"));
  std::string many = kText;
  for (int i = 0; i < 7; ++i) many += "// modlab: axis X" + std::to_string(i) + " = 1\n";
  EXPECT_THAT(fault_of(many), HasSubstr("more than 8 axes"));
  std::string values = "axis X = 0";
  for (int i = 1; i < 65; ++i) values += ", " + std::to_string(i);
  EXPECT_THAT(fault_of(with(values)), HasSubstr("more than 64 values"));
  many = kText;
  for (const char* name : {"P", "Q", "R"})
    many += std::string("// modlab: axis ") + name + " = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16\n";
  EXPECT_THAT(fault_of(many), HasSubstr("24576 combinations"));
}

TEST(KernelFile, NamesOfItsFilesAreThoseOfFiles) {
  const std::string refusal = "a kernel has a file whose name is longer than 255 bytes";
  EXPECT_EQ(fault_of(kText, "k." + std::string(253, 'k')), "none");
  EXPECT_EQ(fault_of(kText, "k." + std::string(254, 'k')), refusal);
  try {
    parse_kernel("mine.hlsl", {{"mine.hlsl", kText}, {std::string(256, 'k'), ""}}, "");
    ADD_FAILURE() << "taken";
  } catch (const Error& error) {
    EXPECT_EQ(error.what(), refusal);
  }
}

TEST(KernelFile, AVariantIsNamedByItsValuesBuildAndHash) {
  const KernelPtr kernel = kernel_of(kText, "named.hlsl");
  const modulus::Variant variant = own_variant(kernel, {2, 1}, plainest_build(CompilerId::d3dcompile));
  EXPECT_EQ(modulus::name_of(variant), "named:UNROLL=4-WAY=RIGHT-d3dcompile-5.1-01234567");
  EXPECT_EQ(modulus::parse_variant(modulus::name_of(variant), {kernel}), variant);
  EXPECT_EQ(modulus::parse_variant("named:UNROLL=4-WAY=RIGHT-d3dcompile-5.1", {kernel}), variant);
  EXPECT_EQ(variant.threads, 128U);
  EXPECT_EQ(modulus::accuracy_of(variant), Accuracy::exact);
  for (const char* wrong : {"named:", "named:UNROLL=3-WAY=RIGHT-d3dcompile-5.1", "named:UNROLL=4-d3dcompile-5.1",
                            "named:UNROLL=4-WAY=RIGHT", "named:WAY=RIGHT-UNROLL=4-d3dcompile-5.1",
                            "named:UNROLL=4-WAY=RIGHT-cc-01234567", "nobody:d3dcompile-5.1", ":"})
    EXPECT_THROW(modulus::parse_variant(wrong, {kernel}), Error) << wrong;
}

TEST(KernelFile, AFileThatChangedIsAnotherKernel) {
  const KernelPtr before = kernel_of(kText, "changing.hlsl", "aaaaaaaa");
  const KernelPtr after = kernel_of(kText + "// more\n", "changing.hlsl", "bbbbbbbb");
  const std::string name = "changing:UNROLL=1-WAY=LEFT-d3dcompile-5.1";
  EXPECT_EQ(modulus::parse_variant(name, {before, after}).kernel, after) << "the last one, where no hash is given";
  EXPECT_EQ(modulus::parse_variant(name + "-aaaaaaaa", {before, after}).kernel, before);
  EXPECT_EQ(modulus::name_of(modulus::parse_variant(name, {before, after})), name + "-bbbbbbbb");
  try {
    modulus::parse_variant(name + "-dddddddd", {before, after});
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("changing.hlsl has changed since; its hash is bbbbbbbb now"));
  }
}

TEST(KernelFile, ItsVariantsJoinTheSpaceOrAreAlone) {
  const KernelPtr kernel = kernel_of(kText);
  modulus::VariantFilter filter;
  filter.add_kernel(kernel);
  const std::size_t built_in = modulus::VariantSpace(desc_of({}), platform()).legal().size();
  EXPECT_EQ(modulus::VariantSpace(desc_of({}), platform(), filter).legal().size(), built_in + 4);
  filter.only_kernels();
  EXPECT_EQ(modulus::VariantSpace(desc_of({}), platform(), filter).legal().size(), 4U) << "UNROLL is not 2";
  filter.add_where("WAY=LEFT");
  filter.add_where("threads=128");
  const auto left = modulus::VariantSpace(desc_of({}), platform(), filter).legal();
  ASSERT_EQ(left.size(), 1U);
  EXPECT_EQ(modulus::name_of(left[0]), "mine:UNROLL=4-WAY=LEFT-d3dcompile-5.1-01234567");
  EXPECT_THROW(filter.add_where("WAY=UP"), Error);
  EXPECT_THROW(modulus::VariantFilter().add_where("WAY=LEFT"), Error) << "no kernel has such an axis";
}

TEST(KernelFile, WhatItDoesNotServeIsIllegal) {
  const modulus::Variant variant = own_variant(kernel_of(kText), {}, plainest_build(CompilerId::d3dcompile));
  EXPECT_FALSE(modulus::why_illegal(variant, desc_of({}), platform()));
  const auto reason = [&](const modulus::Workload& workload) {
    return modulus::why_illegal(variant, desc_of(workload), platform()).value_or("none");
  };
  EXPECT_THAT(reason({.rounding = modulus::Rounding::truncate}), HasSubstr("serves truncate"));
  EXPECT_THAT(reason({.type = DataType::i8}), HasSubstr("serves i8"));
  EXPECT_THAT(reason({.placement = modulus::Placement::in_a}), HasSubstr("serves placement in-a"));
  EXPECT_THAT(reason({.layout = modulus::Layout::broadcast_b}), HasSubstr("serves layout broadcast-b"));
  EXPECT_THAT(reason({.shape = {4, 4}, .layout = modulus::Layout::padded}), HasSubstr("serves layout strided"));
  const auto fault = [&](const std::string& line, const std::string& hash) {
    const KernelPtr kernel = kernel_of(with(line), "mine.hlsl", hash);
    return modulus::why_illegal(own_variant(kernel, {}, plainest_build(CompilerId::d3dcompile)), desc_of({}),
                                platform())
        .value_or("none");
  };
  EXPECT_THAT(fault("threads 1025", "00000001"), HasSubstr("mine.hlsl:9: a group has 1 to 1024 threads, not 1025"));
  EXPECT_THAT(fault("threads -1", "00000002"), HasSubstr("not -1"));
  EXPECT_THAT(fault("view structured 12", "00000003"), HasSubstr("4, 8 or 16 bytes, not 12"));
  EXPECT_THAT(fault("elements 0", "00000004"), HasSubstr("computes 0 elements"));
  EXPECT_THAT(fault("build dxc-6.0", "00000005"), HasSubstr("none")) << "only the build that was asked for is checked";
}

TEST(KernelFile, TheHostComputesTheGridAndTheRegisters) {
  const KernelPtr kernel = kernel_of(with("view typed 16"), "planned.hlsl");
  const modulus::Variant variant = own_variant(kernel, {2}, plainest_build(CompilerId::d3dcompile));
  const modulus::KernelPlan plan = modulus::make_plan(desc_of({.type = DataType::u8, .shape = {1027}}), variant);
  ASSERT_EQ(plan.slices.size(), 1U);
  // 16 elements per thread, 128 threads per group
  EXPECT_EQ(plan.slices[0].grid[0], 1U);
  EXPECT_THAT(plan.slices[0].constants, ElementsAre(1027U, 257U, 0xffffffU, 1U, 1U));
  const auto define = [&](std::string_view name) {
    const auto found = std::ranges::find(plan.defines, name, &Define::name);
    return found == plan.defines.end() ? "none" : found->value;
  };
  EXPECT_EQ(define("UNROLL"), "4");
  EXPECT_EQ(define("WAY"), "LEFT");
  EXPECT_EQ(define("ELEMENT"), "ELEMENT_U8");
  EXPECT_EQ(define("STORAGE"), "STORAGE_PACKED");
  EXPECT_EQ(define("EXACT_ALGORITHM"), "ALGORITHM_FIXUP");
  EXPECT_EQ(define("A_WORDS_REGISTER"), "t0");
  EXPECT_EQ(define("A_REGISTER"), "t2");
  EXPECT_EQ(define("OUT_REGISTER"), "u1");
  EXPECT_EQ(plan.views.size(), 6U);
  EXPECT_EQ(plan.binding, Binding::table);
}

TEST(KernelFile, LargeTensorsTakeSeveralDispatches) {
  const KernelPtr kernel = kernel_of(kText, "sliced.hlsl");
  const modulus::Variant variant = own_variant(kernel, {}, plainest_build(CompilerId::d3dcompile));
  const modulus::KernelPlan plan = modulus::make_plan(desc_of({.shape = {1000}}), variant, {.view_words = 256});
  ASSERT_EQ(plan.slices.size(), 4U);
  EXPECT_EQ(plan.slices[3].constants[0], 232U);
  EXPECT_EQ(plan.slices[3].ranges[modulus::kTensorOut].first, 3U * 1024);
}

TEST(KernelFile, StridedTensorsComeWithSizesAndStrides) {
  const KernelPtr kernel = kernel_of(with("layout strided"), "strided.hlsl");
  const modulus::Variant variant = own_variant(kernel, {}, plainest_build(CompilerId::d3dcompile));
  const modulus::KernelPlan plan =
      modulus::make_plan(desc_of({.shape = {3, 5}, .layout = modulus::Layout::transposed}), variant);
  ASSERT_EQ(plan.slices.size(), 1U);
  const auto& constants = plan.slices[0].constants;
  ASSERT_EQ(constants.size(), 40U);
  EXPECT_EQ(constants[5], 2U);
  EXPECT_THAT(std::vector(constants.begin() + 8, constants.begin() + 16), ElementsAre(3U, 1U, 5U, 5U, 5U, 3U, 1U, 1U));
  EXPECT_LE(root_cost(plan), kMaxRootCost);
}

}  // namespace
}  // namespace modlab
