#include "harness/measure/out_places.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "kernels/modulus/problem.h"
#include "kernels/modulus/workload.h"
#include "kernels/tensor.h"

namespace modlab::measure {
namespace {

OutPlaces places_of(const modulus::Workload& workload, std::uint64_t launches, std::uint32_t pick = 0) {
  return plan_out_places(modulus::describe(workload).out, workload.placement != modulus::Placement::out, launches,
                         pick);
}

/// The bytes of a place that belong to elements.
std::set<std::uint64_t> element_bytes_at(const TensorDesc& out, std::uint64_t offset) {
  std::set<std::uint64_t> bytes;
  ElementWalk walk(out);
  for (std::uint64_t i = 0; i < element_count(out.sizes); ++i, walk.next())
    for (std::uint64_t byte = 0; byte < bytes_of(out.type); ++byte)
      bytes.insert(offset + walk.offset() * bytes_of(out.type) + byte);
  return bytes;
}

TEST(OutPlaces, SmallOutsLieApartOneForEachLaunch) {
  const OutPlaces places = places_of(modulus::Workload{.type = DataType::u8, .shape = {4099}}, 300);
  EXPECT_TRUE(places.apart);
  EXPECT_EQ(places.count, 300u);
  EXPECT_GE(places.spacing, places.storage_bytes + kGuardBytes);
  EXPECT_EQ(places.known_bytes, places.storage_bytes + kGuardBytes);
  EXPECT_LE(places_of(modulus::Workload{.shape = {4096}}, 10'000).buffer_bytes(), 9u << 20) << "not one for each";
}

TEST(OutPlaces, NoSizeHasASpacingThatKernelsCanKnow) {
  for (const std::uint32_t elements : {64u, 1024u, 4096u, 4100u, 8192u, 65536u, 1u << 20}) {
    std::set<std::uint64_t> spacings;
    for (std::uint32_t pick = 0; pick < 64; ++pick)
      spacings.insert(places_of(modulus::Workload{.shape = {elements}}, 300, pick).spacing);
    EXPECT_GE(spacings.size(), 4u) << elements;
  }
}

TEST(OutPlaces, InPlaceThereIsOne) {
  for (const modulus::Placement placement : {modulus::Placement::in_a, modulus::Placement::in_b})
    EXPECT_EQ(places_of(modulus::Workload{.shape = {1 << 20}, .placement = placement}, 300).count, 1u);
}

TEST(OutPlaces, LargeOutsAreShiftedByADistanceThatNoKernelKnows) {
  const modulus::Workload workload{.shape = {1 << 20}};
  std::set<std::uint64_t> spacings;
  for (std::uint32_t pick = 0; pick < 2000; ++pick) {
    const OutPlaces places = places_of(workload, 300, pick);
    EXPECT_EQ(places.count, 2u);
    EXPECT_EQ(places.spacing % kGuardBytes, 0u);
    EXPECT_LE(places.spacing, places.storage_bytes / 64) << "nearly all is overwritten by the next launch";
    spacings.insert(places.spacing);
  }
  EXPECT_EQ(spacings.size(), 256u);
  EXPECT_FALSE(spacings.contains(0));
}

/// What a launch leaves is compared with what another one left at the other place, gaps included.
TEST(OutPlaces, GapsOfOnePlaceAreGapsOfTheOther) {
  for (const Shape& shape : {Shape{999, 63}, Shape{40, 50, 63}, Shape{2, 3, 5, 7, 11, 13}, Shape{70, 1021},
                             Shape{1, 70'000}, Shape{2, 40'000}})
    for (const DataType type : {DataType::u8, DataType::f16, DataType::f32})
      for (const std::uint32_t pick : {0u, 1u, 7u}) {
        const TensorDesc out =
            modulus::describe(modulus::Workload{.type = type, .shape = shape, .layout = modulus::Layout::padded}).out;
        const OutPlaces places =
            places_of(modulus::Workload{.type = type, .shape = shape, .layout = modulus::Layout::padded}, 300, pick);
        if (places.apart || places.known_bytes == 0) continue;
        const std::set<std::uint64_t> first = element_bytes_at(out, places.offset(0));
        const std::set<std::uint64_t> second = element_bytes_at(out, places.offset(1));
        std::vector<std::uint64_t> gaps;
        for (std::uint64_t byte = places.offset(0); byte < places.offset(0) + places.known_bytes; ++byte)
          if (!first.contains(byte) && second.contains(byte)) gaps.push_back(byte);
        EXPECT_TRUE(gaps.empty()) << modlab::name_of(shape) << ' ' << name_of(type) << ": byte " << gaps.front();
      }
  const modulus::Workload rows{.shape = {999, 63}, .layout = modulus::Layout::padded};
  EXPECT_GT(places_of(rows, 300).known_bytes, 0u);
  const modulus::Workload two_rows{.shape = {2, 40'000}, .layout = modulus::Layout::padded};
  EXPECT_EQ(places_of(two_rows, 300).known_bytes, 0u) << "a shift by a row would leave half of it";
}

}  // namespace
}  // namespace modlab::measure
