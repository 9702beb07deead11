#include "gui/analysis/inspection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/runs/listed_kernel.h"
#include "kernels/files/kernel_file.h"
#include "tests/support/dxc.h"
#include "tests/support/variant_rows.h"

namespace modlab::gui {
namespace {

using ::testing::HasSubstr;

const Lister kLister = [](const std::string& request) { return list_kernel(request); };

std::string value_of(const Inspection& inspection, std::string_view label) {
  for (const analysis::FactGroup& group : inspection.facts)
    for (const analysis::Fact& fact : group.facts)
      if (fact.label == label) return fact.value;
  return "no such fact";
}

TEST(Inspection, HasPlanSourcesAndBytecode) {
  const Inspection inspection =
      inspect(variant_row({.load_bytes = 16, .per_thread = 2, .threads = 32}, 1), {}, kLister);
  EXPECT_EQ(inspection.error, "");
  EXPECT_THAT(value_of(inspection, "groups"), HasSubstr("4 (4 x 1"));
  EXPECT_EQ(value_of(inspection, "bytes that must move"), "12288");
  ASSERT_GE(inspection.sources.size(), 3U);
  EXPECT_EQ(inspection.sources[0].file, "modulus.hlsl");
  EXPECT_THAT(inspection.sources[0].text, HasSubstr("#define PER_THREAD 2\n"));
  EXPECT_THAT(inspection.sources[1].file, HasSubstr(".hlsli"));
  EXPECT_THAT(inspection.disassembly, HasSubstr("cs_5_1"));
}

TEST(Inspection, ShowsAUsersKernelAsItWas) {
  const std::string text =
      "// modlab: op floor\n// modlab: dtype f32\n// modlab: axis U = 1, 2\n// modlab: threads 64\n// modlab: elements "
      "U\n#include \"modlab.hlsli\"\nRWStructuredBuffer<uint> result : register(OUT_REGISTER);\n"
      "[numthreads(64, 1, 1)] void main(uint i : SV_GroupIndex) { result[i] = U; }\n";
  const KernelPtr kernel = parse_kernel("seen.hlsl", {{"seen.hlsl", text}}, "01234567");
  const Inspection inspection =
      inspect(variant_row(own_variant(kernel, {1}, plainest_build(CompilerId::d3dcompile)), 1), {kernel}, kLister);
  EXPECT_EQ(inspection.error, "");
  ASSERT_FALSE(inspection.sources.empty());
  EXPECT_EQ(inspection.sources[0].file, "seen.hlsl");
  EXPECT_THAT(inspection.sources[0].text, HasSubstr("#define U 2\n"));
  EXPECT_THAT(inspection.disassembly, HasSubstr("cs_5_1")) << inspection.bytecode_note;
}

TEST(Inspection, DisassemblesBytecodeOfDxc) {
  MODLAB_NEEDS_DXC();
  const Inspection inspection = inspect(variant_row({.build = {CompilerId::dxc, {6, 0}}}, 1), {}, kLister);
  EXPECT_EQ(inspection.error, "");
  EXPECT_THAT(inspection.disassembly, HasSubstr("define void @main()")) << inspection.bytecode_note;
}

TEST(Inspection, SaysWhetherThisIsTheBytecodeThatWasMeasured) {
  store::Row row = variant_row({}, 1);
  EXPECT_THAT(inspect(row, {}, kLister).bytecode_note, HasSubstr("no hash"));
  row.shader_hash = "00000000000000000000000000000000";
  EXPECT_THAT(inspect(row, {}, kLister).bytecode_note, HasSubstr("not the bytecode"));
}

TEST(Inspection, UnknownVariantsAndOperatorsAreErrors) {
  store::Row row = variant_row({}, 1);
  row.variant = "a-kernel-of-tomorrow";
  EXPECT_THAT(inspect(row, {}, kLister).error, HasSubstr("a-kernel-of-tomorrow"));
  row = variant_row({}, 1);
  row.op = "power";
  EXPECT_NE(inspect(row, {}, kLister).error, "");
  EXPECT_THAT(inspect(peer_row(1), {}, kLister).error, HasSubstr("directml is not a kernel of ours"));
  row = variant_row({}, 1);
  row.layout = "transposed";
  EXPECT_THAT(inspect(row, {}, kLister).error, HasSubstr("at least 2 dimensions"));
}

}  // namespace
}  // namespace modlab::gui
