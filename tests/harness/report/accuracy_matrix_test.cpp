#include "harness/report/accuracy_matrix.h"

#include <gtest/gtest.h>

#include "kernels/candidate.h"
#include "kernels/modulus/algorithm.h"
#include "kernels/modulus/problem.h"
#include "tests/support/measured_row.h"

namespace modlab::report {
namespace {

store::Row row_of(modulus::Algorithm algorithm, const std::string& accuracy, std::uint64_t mismatches, double max_ulp,
                  const std::string& worst) {
  store::Row row = measured_row("a-variant", 1, 0);
  store::set_candidate(row, modulus::Variant{.algorithm = algorithm});
  row.variant = "a-variant";
  row.accuracy = accuracy;
  row.mismatches = mismatches;
  row.max_ulp = max_ulp;
  row.worst = worst;
  return row;
}

TEST(AccuracyMatrix, CountsByTypeOperatorAndAlgorithmAndNamesTheWorst) {
  store::Row wrong = row_of(modulus::Algorithm::split, "exact", 3, 1, "this one");
  wrong.status = "wrong result";
  wrong.detail = "3 of 4 results wrong";
  EXPECT_EQ(accuracy_matrix({row_of(modulus::Algorithm::longdiv, "exact", 0, 0, ""),
                             row_of(modulus::Algorithm::formula, "formula", 1, 2, "two"),
                             row_of(modulus::Algorithm::formula, "formula", 2, 9, "nine"),
                             row_of(modulus::Algorithm::formula, "formula", 1, 4, "four"),
                             row_of(modulus::Algorithm::split, "exact", 0, 0, ""), wrong}),
            "type  op        algorithm  class     passed  failed  mismatches     max ULP  worst input\n"
            "f32   floor     formula    formula        3       0           4           9  nine\n"
            "f32   floor     longdiv    exact          1       0           0           0  -\n"
            "f32   floor     split      exact          1       1           3           1  this one\n"
            "wrong result: floor/f32/1000/packed/out/mixed: a-variant: 3 of 4 results wrong\n");
}

TEST(AccuracyMatrix, AMessageOfManyIsPrintedOnceAndALongNameHasItsColumn) {
  store::Row refused = row_of(modulus::Algorithm::split, "exact", 0, 0, "");
  refused.status = "compiler refused";
  refused.detail = "mine.hlsl:3:1: no";
  refused.set_choice("algorithm", "a_kernel_of_mine");
  const std::string text = accuracy_matrix({refused, refused, refused});
  EXPECT_EQ(text,
            "type  op        algorithm        class     passed  failed  mismatches     max ULP  worst input\n"
            "f32   floor     a_kernel_of_mine exact          0       3           0           0  -\n"
            "compiler refused: floor/f32/1000/packed/out/mixed: a-variant: mine.hlsl:3:1: no\n"
            "  and 2 more with the same message\n");
}

}  // namespace
}  // namespace modlab::report
