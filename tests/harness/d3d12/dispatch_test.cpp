#include <gtest/gtest.h>

#include <tuple>

#include "harness/d3d12/d3d12_device.h"
#include "harness/device/status.h"
#include "tests/harness/d3d12/mix_kernel.h"

namespace modlab::d3d12 {
namespace {

using mix::bytes_of;
using mix::mix_plan;
using mix::mix_slice;
using mix::mixed;
using mix::pattern;

/// A device, which records ahead as it would on a GPU, and three tensors on it.
class Dispatch : public ::testing::Test {
 protected:
  static DeviceRequest request() {
    DeviceRequest request;
    request.record_ahead = true;
    return request;
  }

  void make_tensors(std::size_t words) {
    a_values_ = pattern(words, 1);
    b_values_ = pattern(words, 2);
    a_ = device_->make_buffer(4 * words, "A");
    b_ = device_->make_buffer(4 * words, "B");
    out_ = device_->make_buffer(4 * words, "Out");
    device_->upload(*a_, bytes_of(a_values_));
    device_->upload(*b_, bytes_of(b_values_));
    device_->upload(*out_, bytes_of(std::vector<std::uint32_t>(words, kPoison)));
  }

  std::uint64_t run(const Plan& plan, std::size_t launches = 1) {
    const auto kernel = device_->make_kernel(plan, mix::compile(plan).bytes);
    const std::vector<Launch> batch(launches, {kernel.get(), {a_.get(), b_.get(), out_.get()}, plan.slices});
    return device_->time({.launches = batch});
  }

  std::vector<std::uint32_t> result() {
    std::vector<std::uint32_t> values(out_->bytes() / 4);
    device_->read_back(std::as_writable_bytes(std::span(values)), *out_);
    return values;
  }

  /// The words from first to last computed, all others untouched.
  [[nodiscard]] std::vector<std::uint32_t> expected(std::size_t first, std::size_t last) const {
    std::vector<std::uint32_t> values(a_values_.size(), kPoison);
    for (std::size_t i = first; i < last; ++i) values[i] = mixed(a_values_[i], b_values_[i]);
    return values;
  }

  static constexpr std::uint32_t kPoison = 0xdeadbeef;
  std::unique_ptr<Device> device_ = make_device(request());
  std::vector<std::uint32_t> a_values_;
  std::vector<std::uint32_t> b_values_;
  std::unique_ptr<Buffer> a_;
  std::unique_ptr<Buffer> b_;
  std::unique_ptr<Buffer> out_;
};

using ViewCase = std::tuple<Access, std::uint32_t, Binding>;

class DispatchView : public Dispatch, public ::testing::WithParamInterface<ViewCase> {};

TEST_P(DispatchView, WholeTensorWithTailIsComputed) {
  const auto [access, width, binding] = GetParam();
  make_tensors(1003);
  run(mix_plan(access, width, binding, {mix_slice(0, 4012, width)}));
  EXPECT_EQ(result(), expected(0, 1003));
}

TEST_P(DispatchView, SliceStaysWithinItsBytes) {
  const auto [access, width, binding] = GetParam();
  make_tensors(1024);
  run(mix_plan(access, width, binding, {mix_slice(1024, 2048, width)}));
  EXPECT_EQ(result(), expected(256, 768));
}

TEST_P(DispatchView, SlicesTogetherCoverTheTensor) {
  const auto [access, width, binding] = GetParam();
  make_tensors(1003);
  run(mix_plan(access, width, binding,
               {mix_slice(0, 1024, width), mix_slice(1024, 2048, width), mix_slice(3072, 940, width)}));
  EXPECT_EQ(result(), expected(0, 1003));
}

TEST_P(DispatchView, TensorSmallerThanAVectorIsComputed) {
  const auto [access, width, binding] = GetParam();
  make_tensors(1);
  run(mix_plan(access, width, binding, {mix_slice(0, 4, width)}));
  EXPECT_EQ(result(), expected(0, 1));
}

std::string case_name(const ::testing::TestParamInfo<ViewCase>& info) {
  const auto [access, width, binding] = info.param;
  return std::string(name_of(access)) + std::to_string(4 * width) + std::string(name_of(binding));
}

INSTANTIATE_TEST_SUITE_P(Untyped, DispatchView,
                         ::testing::Combine(::testing::Values(Access::raw, Access::structured),
                                            ::testing::Values(1U, 2U, 4U),
                                            ::testing::Values(Binding::root, Binding::table)),
                         case_name);
INSTANTIATE_TEST_SUITE_P(Typed, DispatchView,
                         ::testing::Combine(::testing::Values(Access::typed), ::testing::Values(1U, 2U, 4U),
                                            ::testing::Values(Binding::table)),
                         case_name);

TEST_F(Dispatch, GridsOfThreeDimensionsRun) {
  make_tensors(64);
  Slice slice = mix_slice(0, 256, 1);
  slice.grid = {1, 3, 2};  // the kernel looks at x only: the same words six times
  run(mix_plan(Access::raw, 1, Binding::root, {slice}));
  EXPECT_EQ(result(), expected(0, 64));
}

TEST_F(Dispatch, EqualBatchesDoTheirWorkEachTime) {
  for (const Binding binding : {Binding::root, Binding::table}) {
    make_tensors(64);
    const Plan plan = mix_plan(Access::raw, 1, binding, {mix_slice(0, 256, 1)});
    const auto kernel = device_->make_kernel(plan, mix::compile(plan).bytes);
    const auto poison = device_->make_buffer(256, "poison");
    device_->copy(*poison, *out_);
    const Launch launch{kernel.get(), {a_.get(), b_.get(), out_.get()}, plan.slices};
    const Copy copy{.to = {out_.get(), 128}, .from = poison.get(), .bytes = 128};
    for (const std::uint32_t seed : {3u, 4u, 5u}) {
      a_values_ = pattern(64, seed);
      device_->upload(*a_, bytes_of(a_values_));
      static_cast<void>(device_->time({.launches = {&launch, 1}, .copies_before = {&copy, 1}}));
      EXPECT_EQ(result(), expected(0, 64));
    }
  }
}

TEST_F(Dispatch, BatchesThatDifferInConstantsRunAsTheyAre) {
  make_tensors(64);
  const Plan plan = mix_plan(Access::raw, 1, Binding::root, {mix_slice(0, 256, 1)});
  const auto kernel = device_->make_kernel(plan, mix::compile(plan).bytes);
  std::vector<Slice> slices = plan.slices;
  const Launch launch{kernel.get(), {a_.get(), b_.get(), out_.get()}, slices};
  slices.front().constants.front() = 0;
  static_cast<void>(device_->time({.launches = {&launch, 1}}));
  EXPECT_EQ(result(), expected(0, 0));
  slices.front().constants.front() = 64;
  static_cast<void>(device_->time({.launches = {&launch, 1}}));
  EXPECT_EQ(result(), expected(0, 64));
}

TEST_F(Dispatch, NewBuffersAreNotTakenForThoseWhoseAddressTheyHave) {
  const Plan plan = mix_plan(Access::raw, 1, Binding::root, {mix_slice(0, 256, 1)});
  const auto kernel = device_->make_kernel(plan, mix::compile(plan).bytes);
  for (int i = 0; i < 20; ++i) {
    out_.reset();
    make_tensors(64);
    const Launch launch{kernel.get(), {a_.get(), b_.get(), out_.get()}, plan.slices};
    static_cast<void>(device_->time({.launches = {&launch, 1}}));
    ASSERT_EQ(result(), expected(0, 64)) << i;
  }
}

TEST_F(Dispatch, ViewsAreOfTheBuffersThatTheyNumber) {
  for (const Binding binding : {Binding::root, Binding::table}) {
    make_tensors(64);
    Plan plan = mix_plan(Access::raw, 1, binding, {mix_slice(0, 256, 1)});
    plan.views[0].buffer = 4;
    plan.views[1].buffer = 3;
    plan.views[2].buffer = 1;
    plan.slices[0].ranges.assign(5, {0, 256});
    const auto kernel = device_->make_kernel(plan, mix::compile(plan).bytes);
    const auto unused = device_->make_buffer(256, "unused");
    const Launch launch{kernel.get(), {unused.get(), out_.get(), unused.get(), b_.get(), a_.get()}, plan.slices};
    static_cast<void>(device_->time({.launches = {&launch, 1}}));
    EXPECT_EQ(result(), expected(0, 64));
  }
}

TEST_F(Dispatch, LaterLaunchSeesWhatAnEarlierOneWrote) {
  make_tensors(4096);
  const Plan plan = mix_plan(Access::raw, 4, Binding::root, {mix_slice(0, 16384, 4)});
  const auto kernel = device_->make_kernel(plan, mix::compile(plan).bytes);
  const auto between = device_->make_buffer(16384, "between");
  const std::vector<Launch> launches{{kernel.get(), {a_.get(), b_.get(), between.get()}, plan.slices},
                                     {kernel.get(), {between.get(), a_.get(), out_.get()}, plan.slices}};
  static_cast<void>(device_->time({.launches = launches}));
  const auto values = result();
  for (std::size_t i = 0; i < values.size(); ++i)
    ASSERT_EQ(values[i], mixed(mixed(a_values_[i], b_values_[i]), a_values_[i])) << "word " << i;
}

TEST_F(Dispatch, ManyDifferentLaunchesHaveTheirOwnTables) {
  make_tensors(256);
  const Plan plan = mix_plan(Access::typed, 4, Binding::table, {mix_slice(0, 512, 4), mix_slice(512, 512, 4)});
  const auto kernel = device_->make_kernel(plan, mix::compile(plan).bytes);
  std::vector<std::unique_ptr<Buffer>> outs;
  std::vector<Launch> launches;
  for (int i = 0; i < 20; ++i) {
    outs.push_back(device_->make_buffer(1024, "one of many"));
    launches.push_back({kernel.get(), {i % 2 == 0 ? a_.get() : b_.get(), b_.get(), outs.back().get()}, plan.slices});
  }
  static_cast<void>(device_->time({.launches = launches}));
  for (std::size_t i = 0; i < outs.size(); ++i) {
    std::vector<std::uint32_t> values(256);
    device_->read_back(std::as_writable_bytes(std::span(values)), *outs[i]);
    const auto& first = i % 2 == 0 ? a_values_ : b_values_;
    for (std::size_t word = 0; word < values.size(); ++word)
      ASSERT_EQ(values[word], mixed(first[word], b_values_[word])) << "launch " << i << ", word " << word;
  }
}

TEST_F(Dispatch, EachLaunchHasItsOwnSlices) {
  make_tensors(1024);
  const Plan plan = mix_plan(Access::typed, 4, Binding::table, {mix_slice(0, 1024, 4)});
  const auto kernel = device_->make_kernel(plan, mix::compile(plan).bytes);
  const std::vector<Slice> others{mix_slice(1024, 1024, 4), mix_slice(2048, 1024, 4)};
  const PerBuffer<BufferAt> buffers{a_.get(), b_.get(), out_.get()};
  const std::vector<Launch> launches{{kernel.get(), buffers, plan.slices}, {kernel.get(), buffers, others}};
  static_cast<void>(device_->time({.launches = launches}));
  EXPECT_EQ(result(), expected(0, 768));
}

TEST_F(Dispatch, ConcurrentLaunchesComputeTheirOwnOutputs) {
  make_tensors(4096);
  const Plan plan = mix_plan(Access::raw, 4, Binding::root, {mix_slice(0, 16384, 4)});
  const auto kernel = device_->make_kernel(plan, mix::compile(plan).bytes);
  const auto other = device_->make_buffer(16384, "other");
  const auto last = device_->make_buffer(16384, "last");
  const std::vector<Launch> launches{{kernel.get(), {a_.get(), b_.get(), other.get()}, plan.slices},
                                     {kernel.get(), {b_.get(), a_.get(), out_.get()}, plan.slices, true},
                                     {kernel.get(), {other.get(), out_.get(), last.get()}, plan.slices}};
  static_cast<void>(device_->time({.launches = launches}));
  std::vector<std::uint32_t> values(4096);
  device_->read_back(std::as_writable_bytes(std::span(values)), *last);
  for (std::size_t i = 0; i < values.size(); ++i)
    ASSERT_EQ(values[i], mixed(mixed(a_values_[i], b_values_[i]), mixed(b_values_[i], a_values_[i]))) << "word " << i;
}

TEST_F(Dispatch, WorkTakesTicks) {
  make_tensors(1 << 16);
  EXPECT_GT(run(mix_plan(Access::raw, 1, Binding::root, {mix_slice(0, 4 << 16, 1)}), 20), 0U);
}

TEST_F(Dispatch, TimestampsNeverRunBackwards) {
  // time() throws when they do.
  for (int i = 0; i < 50; ++i) EXPECT_NO_THROW(static_cast<void>(device_->time({.launches = {}})));
}

TEST_F(Dispatch, BrokenBytecodeIsRefusedAndTheDeviceSurvives) {
  make_tensors(64);
  const Plan plan = mix_plan(Access::raw, 1, Binding::root, {mix_slice(0, 256, 1)});
  std::vector<std::byte> bytecode = mix::compile(plan).bytes;
  bytecode.resize(bytecode.size() / 2);
  for (const auto& broken : {bytecode, std::vector<std::byte>(64, std::byte{0x5a}), std::vector<std::byte>{}}) {
    try {
      static_cast<void>(device_->make_kernel(plan, broken));
      FAIL() << "no VariantFailure for " << broken.size() << " bytes";
    } catch (const VariantFailure& failure) {
      EXPECT_EQ(failure.status(), Status::device_refused);
      EXPECT_NE(std::string(failure.what()).find("making the compute pipeline failed: "), std::string::npos);
    }
  }
  run(plan);
  EXPECT_EQ(result(), expected(0, 64));
}

TEST_F(Dispatch, TypedRootDescriptorIsRefused) {
  const Plan plan = mix_plan(Access::typed, 4, Binding::root, {mix_slice(0, 64, 4)});
  try {
    static_cast<void>(device_->make_kernel(plan, mix::compile(plan).bytes));
    FAIL() << "no VariantFailure was thrown";
  } catch (const VariantFailure& failure) {
    EXPECT_EQ(failure.status(), Status::device_refused);
  }
}

TEST_F(Dispatch, OneBufferReadAndWrittenThroughDifferentKindsOfViewIsRefused) {
  make_tensors(64);
  const Plan plan = mix_plan(Access::raw, 1, Binding::root, {mix_slice(0, 256, 1)});
  const auto kernel = device_->make_kernel(plan, mix::compile(plan).bytes);
  const std::vector<Launch> launches{{kernel.get(), {a_.get(), b_.get(), a_.get()}, plan.slices}};
  try {
    static_cast<void>(device_->time({.launches = launches}));
    FAIL() << "no VariantFailure was thrown";
  } catch (const VariantFailure& failure) {
    EXPECT_EQ(failure.status(), Status::device_refused);
  }
  run(plan);  // the list that was begun is dropped, not run
  EXPECT_EQ(result(), expected(0, 64));
}

TEST_F(Dispatch, TraitsAreFilled) {
  const DeviceTraits& traits = device_->traits();
  EXPECT_FALSE(traits.adapter.empty());
  EXPECT_FALSE(traits.driver.empty());
  EXPECT_FALSE(traits.implementation.empty());
  EXPECT_GT(traits.memory_bytes, 0U);
  EXPECT_GT(traits.timestamp_hz, 0U);
  EXPECT_GE(traits.highest_shader_model, (ShaderModel{5, 1}));
  EXPECT_EQ(traits.wave_ops, traits.wave_lanes_max > 0);
  EXPECT_LE(traits.wave_lanes_min, traits.wave_lanes_max);
}

}  // namespace
}  // namespace modlab::d3d12
