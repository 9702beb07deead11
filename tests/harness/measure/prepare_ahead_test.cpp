#include "harness/measure/prepare_ahead.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>

#include "harness/device/status.h"

namespace modlab::measure {
namespace {

using namespace std::chrono_literals;

std::vector<Variant> some_variants() {
  std::vector<Variant> variants;
  for (const std::uint32_t threads : {32u, 64u, 128u, 256u, 512u, 1024u}) {
    variants.emplace_back();
    variants.back().threads = threads;
  }
  return variants;
}

TEST(PrepareAhead, PreparesWhatIsExpectedBeforeItIsTakenAsOftenAsItIsListed) {
  std::atomic<int> prepared = 0;
  PrepareAhead ahead(
      [&](const Variant& variant) {
        ++prepared;
        return PreparedKernel{.candidate = variant, .kernel = nullptr, .compile_ms = 0, .shader_hash = ""};
      },
      2);
  const auto variants = some_variants();
  auto twice = variants;
  twice.insert(twice.end(), variants.begin(), variants.end());
  ahead.expect(variants);
  ahead.expect(twice);
  for (int i = 0; i < 1000 && ahead.is_busy(); ++i) std::this_thread::sleep_for(5ms);
  EXPECT_EQ(prepared, static_cast<int>(twice.size()));
  for (const Variant& variant : twice) EXPECT_EQ(ahead.take(variant).candidate.variant, variant);
  EXPECT_EQ(prepared, static_cast<int>(twice.size()));
}

TEST(PrepareAhead, PreparesWhatWasNotExpected) {
  PrepareAhead ahead(
      [](const Variant& variant) {
        return PreparedKernel{.candidate = variant, .kernel = nullptr, .compile_ms = 7, .shader_hash = ""};
      },
      0);
  const auto variants = some_variants();
  ahead.expect(variants);
  EXPECT_FALSE(ahead.is_busy()) << "there are no threads";
  EXPECT_EQ(ahead.take(variants[3]).compile_ms, 7);
}

TEST(PrepareAhead, ARefusalIsThrownWhenItIsTaken) {
  PrepareAhead ahead([](const Variant&) -> PreparedKernel { throw VariantFailure(Status::compiler_refused, "no"); }, 1);
  const auto variants = some_variants();
  ahead.expect(variants);
  EXPECT_THROW(static_cast<void>(ahead.take(variants[0])), VariantFailure);
  EXPECT_THROW(static_cast<void>(ahead.take(variants[5])), VariantFailure);
}

TEST(PrepareAhead, ForgetsWhatIsNoLongerExpected) {
  std::atomic<bool> go = false;
  std::atomic<int> prepared = 0;
  PrepareAhead ahead(
      [&](const Variant& variant) {
        while (!go) std::this_thread::sleep_for(1ms);
        ++prepared;
        return PreparedKernel{.candidate = variant, .kernel = nullptr, .compile_ms = 0, .shader_hash = ""};
      },
      1);
  const auto variants = some_variants();
  ahead.expect(std::span(variants).first(1));
  std::this_thread::sleep_for(20ms);  // by now it has started
  ahead.expect(std::span(variants).subspan(1, 4));
  ahead.expect(std::span(variants).last(1));
  EXPECT_TRUE(ahead.is_busy());
  go = true;
  static_cast<void>(ahead.take(variants.back()));
  static_cast<void>(ahead.take(variants.front()));
  EXPECT_EQ(prepared, 2);
}

}  // namespace
}  // namespace modlab::measure
