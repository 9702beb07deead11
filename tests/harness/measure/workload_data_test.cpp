#include "harness/measure/workload_data.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "harness/measure/out_places.h"
#include "kernels/modulus/compare.h"
#include "kernels/modulus/problem.h"
#include "kernels/modulus/reference.h"

namespace modlab::measure {
namespace {

/// What lies in Out before a launch, and the result.
struct Before {
  explicit Before(const modulus::Workload& workload)
      : desc(modulus::describe(workload)),
        operands(modulus::make_operands(workload, 1)),
        result(modulus::compute_reference(desc, operands)),
        image(make_initial(workload, Workload(workload).problem->contents(1), modulus::kTensorOut, result)) {}

  [[nodiscard]] std::byte at(std::uint64_t byte) const { return image.at(kGuardBytes + byte); }

  modulus::ModulusDesc desc;
  modulus::HostOperands operands;
  std::vector<std::byte> result;
  std::vector<std::byte> image;
};

TEST(WorkloadData, OutIsWrongEverywhereBefore) {
  for (const auto& type : kDataTypeNames) {
    const Before before({.type = type.value, .shape = {40'003}, .data_set = modulus::DataSet::edges});
    const Comparison comparison =
        modulus::compare_results(before.desc, Accuracy::exact, before.operands, before.result,
                                 std::span(before.image).subspan(kGuardBytes, before.result.size()));
    EXPECT_EQ(comparison.mismatches, 40'003u) << type.name;
    const std::uint64_t bytes = 40'003 * bytes_of(type.value);
    for (std::uint64_t i = 0; i < kGuardBytes; ++i) ASSERT_EQ(before.image.at(i), kGuardByte);
    for (std::uint64_t i = bytes; kGuardBytes + i < before.image.size(); ++i) ASSERT_EQ(before.at(i), kGuardByte);
  }
}

/// A kernel that knew how the one follows from the other need not read A and B.
TEST(WorkloadData, OutBeforeSaysNothingOfTheResult) {
  const modulus::Workload workload{.type = DataType::u8, .shape = {65'536}};
  const Before before(workload);
  std::set<std::pair<std::byte, std::byte>> pairs;
  for (std::uint64_t i = 0; i < before.result.size(); ++i) pairs.emplace(before.result[i] & std::byte{7}, before.at(i));
  EXPECT_GT(pairs.size(), 1900u) << "of 8 * 256";
  EXPECT_NE(Before(workload).image, before.image) << "it is the same in every run";
}

TEST(WorkloadData, GapsAreGuardedBefore) {
  const Before before({.shape = {30, 63}, .layout = modulus::Layout::padded});
  EXPECT_FALSE(first_touched_gap(before.desc.out, std::span(before.image).subspan(kGuardBytes, before.result.size()),
                                 kGuardByte));
}

}  // namespace
}  // namespace modlab::measure
