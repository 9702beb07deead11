#include "harness/compile/instruction_count.h"

#include <gtest/gtest.h>

namespace modlab::compile {
namespace {

TEST(InstructionCount, LeavesOutWhatADxbcKernelDeclares) {
  EXPECT_EQ(
      count_instructions("cs_5_1\n"
                         "dcl_globalFlags refactoringAllowed\n"
                         "dcl_uav_raw U0[0:0], 0, space=0\n"
                         "dcl_temps 3\n"
                         "dcl_thread_group 64, 1, 1\n"
                         "loop\n"
                         "  iadd r0.x, vThreadID.x, l(1)\n"
                         "  breakc_nz r0.x\n"
                         "endloop\n"
                         "store_raw U0[0].x, r0.x, r0.x\n"
                         "ret\n"),
      (InstructionCount{.instructions = 5,
                        .registers = 3,
                        .by_name = {{"breakc_nz", 1}, {"endloop", 1}, {"iadd", 1}, {"loop", 1}, {"store_raw", 1}}}));
}

TEST(InstructionCount, TakesTheBodiesOfADxilKernel) {
  EXPECT_EQ(count_instructions("; a comment\n"
                               "target triple = \"dxil-ms-dx\"\n"
                               "define void @main() {\n"
                               "  %1 = add i32 1, 2\n"
                               "  ; what follows\n"
                               "  br label %2\n"
                               "\n"
                               "; <label>:2\n"
                               "  call void @dx.op.bufferStore.i32(i32 69, i32 %1)\n"
                               "  ret void\n"
                               "}\n"
                               "declare void @dx.op.bufferStore.i32(i32, i32)\n"),
            (InstructionCount{
                .instructions = 3, .registers = std::nullopt, .by_name = {{"add", 1}, {"br", 1}, {"bufferStore", 1}}}));
}

}  // namespace
}  // namespace modlab::compile
