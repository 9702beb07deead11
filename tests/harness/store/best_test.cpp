#include "harness/store/best.h"

#include <gtest/gtest.h>

#include "kernels/error.h"

namespace modlab::store {
namespace {

const std::string kWide = "typed-b16-x2-t256-group-split-table-d3dcompile-5.1";
const std::string kPlain = "raw-b4-x1-t64-group-longdiv-root-d3dcompile-5.1";

std::string answer_of(const std::string& workload, const std::string& variant) {
  return R"({"workload": ")" + workload + R"(", "variant": ")" + variant + R"("})";
}

std::string best_refusal(const std::string& text) {
  try {
    static_cast<void>(best_variant(text, "floor/f32/4/packed/out/mixed"));
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing was refused";
}

TEST(Best, VariantOfTheWorkloadIsReadBack) {
  const std::string text = '[' + answer_of("floor/f32/4/packed/out/mixed", kWide) + ", " +
                           answer_of("truncate/f16/4x5/padded/in-a/mixed", kPlain) + ']';
  EXPECT_EQ(best_variant(text, "floor/f32/4/packed/out/mixed"), modulus::parse_variant(kWide));
  EXPECT_EQ(best_variant(text, "truncate/f16/4x5/padded/in-a/mixed"), modulus::parse_variant(kPlain));
}

TEST(Best, VariantOfAUsersKernelIsReadBackOnceThatIsAdded) {
  const std::string head = "// modlab: op floor\n// modlab: dtype f32\n// modlab: threads 64\n// modlab: elements 1\n";
  const auto text_of = [](const std::string& variant) {
    return '[' + answer_of("floor/f32/4/packed/out/mixed", variant) + ']';
  };
  EXPECT_EQ(best_refusal(text_of("added:d3dcompile-5.1")),
            "variant 'added:d3dcompile-5.1': there is no kernel 'added' here; name its file with --kernel");
  const KernelPtr first = parse_kernel("added.hlsl", {{"added.hlsl", head}}, "00000001");
  const KernelPtr second = parse_kernel("added.hlsl", {{"added.hlsl", head + "//\n"}}, "00000002");
  for (const KernelPtr& kernel : {second, first, second}) add_kernel(kernel);
  const auto kernel_of_best = [&](const std::string& variant) {
    return best_variant(text_of(variant), "floor/f32/4/packed/out/mixed").kernel;
  };
  EXPECT_EQ(kernel_of_best("added:d3dcompile-5.1-00000001"), first);
  EXPECT_EQ(kernel_of_best("added:d3dcompile-5.1"), second) << "the last one that was added";
}

TEST(Best, WorkloadWithoutAnswerIsNamedWithWhatToDo) {
  EXPECT_EQ(best_refusal('[' + answer_of("floor/f32/5/packed/out/mixed", kWide) + ']'),
            "no answer for floor/f32/4/packed/out/mixed; `modlab best floor/f32/4/packed/out/mixed --json` gives one");
}

TEST(Best, ForeignTextIsRefused) {
  for (const char* text : {"", "nonsense", "{\"a\": 1}", "[1]", "[{\"variant\": \"x\"}]",
                           "[{\"workload\": \"floor/f32/4/packed/out/mixed\"}]",
                           "[{\"workload\": \"floor/f32/4/packed/out/mixed\", \"variant\": 7}]"})
    EXPECT_TRUE(best_refusal(text).starts_with("not the output of `modlab best --json`: "))
        << text << ": " << best_refusal(text);
}

TEST(Best, UnknownVariantIsRefused) {
  const std::string text = R"([{"workload": "floor/f32/4/packed/out/mixed", "variant": "raw-b4"}])";
  EXPECT_NE(best_refusal(text).find("raw-b4"), std::string::npos) << best_refusal(text);
}

}  // namespace
}  // namespace modlab::store
