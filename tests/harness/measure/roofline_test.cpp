#include "harness/measure/roofline.h"

#include <gtest/gtest.h>

#include <set>

#include "harness/device/status.h"
#include "kernels/modulus/algorithm.h"
#include "kernels/modulus/problem.h"
#include "tests/support/simulated_device.h"

namespace modlab::measure {
namespace {

class RooflineTest : public testing::Test {
 protected:
  void simulate(std::function<double(const modulus::Variant&)> latency_ns) {
    device_.emplace(Simulation{.latency_ns = std::move(latency_ns), .noise = 0.002});
    workbench_.emplace(*device_, compiler_, sources_, workload_, 1);
    sampler_.emplace(*workbench_, probe_clock(*device_), Build{});
    std::vector<Copies> first;
    for (const modulus::Variant& path : paths_)
      first.push_back(workbench_->workload().problem->copies_like(path).value());
    roofline_.emplace(*sampler_, first, 1);
  }

  modulus::Workload workload_{.shape = {64}};
  std::optional<SimulatedDevice> device_;
  SimulatedCompiler compiler_;
  ShaderSources sources_;
  std::optional<Workbench> workbench_;
  std::optional<Sampler> sampler_;
  std::vector<modulus::Variant> paths_;
  std::optional<Roofline> roofline_;
};

TEST_F(RooflineTest, IsTheBestCopyOfEveryPathUsed) {
  simulate([](const modulus::Variant& v) { return v.access == Access::raw ? 2e6 : v.per_thread == 4 ? 1e6 : 1.5e6; });
  EXPECT_EQ(roofline_->gbps(), 0);
  roofline_->check(workbench_->prepare(modulus::Variant{}), 2e6);
  EXPECT_NEAR(roofline_->gbps(), 3 * 256 / 2e6, 1e-5);
  roofline_->check(workbench_->prepare(modulus::Variant{.access = Access::structured}), 2e6);
  EXPECT_NEAR(roofline_->gbps(), 3 * 256 / 1e6, 2e-5);
}

TEST(UsualCopies, AreTheSameWhicheverVariantOfAPathIsFirst) {
  const modulus::Variant plain{.access = Access::structured, .per_thread = 8};
  modulus::Variant other = plain;
  other.streamed = true;
  other.precise = true;
  other.loop = modulus::Loop::grid;
  other.algorithm = modulus::Algorithm::formula;
  EXPECT_EQ(modulus::usual_copies(other), modulus::usual_copies(plain));
}

TEST_F(RooflineTest, TheWidestPathsAreExploredFirst) {
  paths_ = {modulus::Variant{.access = Access::structured, .load_bytes = 16},
            modulus::Variant{.access = Access::raw, .load_bytes = 16}};
  simulate([](const modulus::Variant& v) { return v.load_bytes == 16 ? 1e6 : 2e6; });
  roofline_->check(workbench_->prepare(modulus::Variant{}), 2e6);
  EXPECT_NEAR(roofline_->gbps(), 3 * 256 / 1e6, 2e-5);
  EXPECT_EQ(modulus::variant_of(*roofline_->best_copy())->load_bytes, 16u);
}

TEST_F(RooflineTest, TheNarrowPathOfASlowKernelIsNotExplored) {
  paths_ = {modulus::Variant{.access = Access::structured, .load_bytes = 16}};
  std::set<std::uint32_t> copied;
  simulate([&](const modulus::Variant& v) {
    if (v.algorithm == modulus::Algorithm::copy && v.access == Access::raw) copied.insert(v.load_bytes);
    return 1e6;
  });
  roofline_->check(workbench_->prepare(modulus::Variant{.load_bytes = 8}), 1.2e6);
  EXPECT_TRUE(copied.empty());
  roofline_->check(workbench_->prepare(modulus::Variant{.load_bytes = 8}), 1.1e6);
  EXPECT_EQ(copied, std::set<std::uint32_t>{8});
}

TEST_F(RooflineTest, AKernelFasterThanACopyOfItsShapeIsNoFaultWhileABetterCopyIsKnown) {
  paths_ = {modulus::Variant{.access = Access::structured, .load_bytes = 16}};
  simulate([](const modulus::Variant& v) {
    if (v.algorithm != modulus::Algorithm::copy) return 0.99e6;
    return v.load_bytes == 16 ? 1e6 : 2e6;
  });
  EXPECT_NO_THROW(roofline_->check(workbench_->prepare(modulus::Variant{}), 0.99e6));
}

TEST_F(RooflineTest, AKernelFasterThanEveryCopyIsAFault) {
  simulate([](const modulus::Variant& v) { return v.algorithm == modulus::Algorithm::copy ? 2e6 : 1e6; });
  const PreparedKernel prepared = workbench_->prepare(modulus::Variant{});
  try {
    roofline_->check(prepared, 1e6);
    FAIL();
  } catch (const VariantFailure& failure) {
    EXPECT_EQ(failure.status(), Status::above_roofline);
  }
}

TEST_F(RooflineTest, AKernelFasterThanEveryCopyIsNoFaultWhereTheLaunchTakesMostOfTheTime) {
  simulate([](const modulus::Variant& v) {
    return v.algorithm == modulus::Algorithm::copy ? 9e3 : 8e3;
  });  // an empty launch: 5e3
  EXPECT_NO_THROW(roofline_->check(workbench_->prepare(modulus::Variant{}), 8e3));
  simulate([](const modulus::Variant& v) { return v.algorithm == modulus::Algorithm::copy ? 12e3 : 8e3; });
  EXPECT_THROW(roofline_->check(workbench_->prepare(modulus::Variant{}), 8e3), VariantFailure);
}

TEST_F(RooflineTest, AKernelWhoseShapeCopiesFasterRaisesTheRoofline) {
  simulate([](const modulus::Variant& v) { return v.threads == 512 ? 1e6 : 2e6; });
  const PreparedKernel prepared = workbench_->prepare(modulus::Variant{.threads = 512});
  EXPECT_NO_THROW(roofline_->check(prepared, 1e6));
  EXPECT_NEAR(roofline_->gbps(), 3 * 256 / 1e6, 2e-5);
}

TEST_F(RooflineTest, APackedWorkloadNeedsNoPackedCopyBesideIt) {
  paths_ = {modulus::Variant{.access = Access::structured, .load_bytes = 16}};
  simulate([](const modulus::Variant&) { return 1e6; });
  roofline_->check(workbench_->prepare(modulus::Variant{}), 1e6);
  EXPECT_FALSE(roofline_->best_packed_copy());
}

/// Copies by rows take 2 ms, the modulus 1 ms.
class StridedRoofline : public RooflineTest {
 protected:
  void check(double packed_ns) {
    workload_ = {.shape = {4, 16}, .layout = modulus::Layout::row_b};
    paths_ = {kByRows};
    simulate([=](const modulus::Variant& v) {
      if (v.algorithm != modulus::Algorithm::copy) return 1e6;
      return v.loop == modulus::Loop::rows ? 2e6 : v.per_thread == 4 ? packed_ns : 2 * packed_ns;
    });
    roofline_->check(workbench_->prepare(kByRows), 1e6);
  }

  static inline const modulus::Variant kByRows{
      .access = Access::structured, .load_bytes = 4, .loop = modulus::Loop::rows};
};

TEST_F(StridedRoofline, AKernelFasterThanItsCopiesIsNoFaultWhileAPackedCopyIsFasterStill) {
  EXPECT_NO_THROW(check(0.5e6));
  ASSERT_TRUE(roofline_->best_packed_copy());
  EXPECT_EQ(modulus::variant_of(*roofline_->best_packed_copy())->per_thread, 4u);
  EXPECT_EQ(modulus::variant_of(*roofline_->best_packed_copy())->loop, modulus::Loop::group);
  EXPECT_NEAR(roofline_->gbps(), (2 * 256 + 64) / 2e6, 2e-5) << "the roofline is that of strided copies";
}

TEST_F(StridedRoofline, AKernelFasterThanPackedCopiesIsAFault) { EXPECT_THROW(check(1.5e6), VariantFailure); }

TEST_F(StridedRoofline, AsManyBytesArePackedAsAreStored) {
  const auto packed_bytes = [&](modulus::Layout layout) {
    workload_ = {.shape = {4, 16}, .layout = layout};
    simulate([](const modulus::Variant&) { return 1e6; });
    return workbench_->workload().packed_bytes;
  };
  EXPECT_EQ(packed_bytes(modulus::Layout::padded), 3u * 64 * 4);
  EXPECT_EQ(packed_bytes(modulus::Layout::row_b), 2u * 64 * 4) << "B is a single row";
}

}  // namespace
}  // namespace modlab::measure
