#include "harness/measure/prepare_ahead.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>

#include "harness/device/status.h"

namespace modlab::measure {
namespace {

using namespace std::chrono_literals;

std::vector<Candidate> some_candidates() {
  std::vector<Candidate> candidates;
  for (const char* const name : {"a", "b", "c", "d", "e", "f"}) candidates.push_back({.name = name});
  return candidates;
}

TEST(PrepareAhead, PreparesWhatIsExpectedBeforeItIsTakenAsOftenAsItIsListed) {
  std::atomic<int> prepared = 0;
  PrepareAhead ahead(
      [&](const Candidate& candidate) {
        ++prepared;
        return PreparedKernel{.candidate = candidate, .kernel = nullptr, .compile_ms = 0, .shader_hash = ""};
      },
      2);
  const auto candidates = some_candidates();
  auto twice = candidates;
  twice.insert(twice.end(), candidates.begin(), candidates.end());
  ahead.expect(candidates);
  ahead.expect(twice);
  for (int i = 0; i < 1000 && ahead.is_busy(); ++i) std::this_thread::sleep_for(5ms);
  EXPECT_EQ(prepared, static_cast<int>(twice.size()));
  for (const Candidate& candidate : twice) EXPECT_EQ(ahead.take(candidate).candidate, candidate);
  EXPECT_EQ(prepared, static_cast<int>(twice.size()));
}

TEST(PrepareAhead, PreparesWhatWasNotExpected) {
  PrepareAhead ahead(
      [](const Candidate& candidate) {
        return PreparedKernel{.candidate = candidate, .kernel = nullptr, .compile_ms = 7, .shader_hash = ""};
      },
      0);
  const auto candidates = some_candidates();
  ahead.expect(candidates);
  EXPECT_FALSE(ahead.is_busy()) << "there are no threads";
  EXPECT_EQ(ahead.take(candidates[3]).compile_ms, 7);
}

TEST(PrepareAhead, ARefusalIsThrownWhenItIsTaken) {
  PrepareAhead ahead([](const Candidate&) -> PreparedKernel { throw VariantFailure(Status::compiler_refused, "no"); },
                     1);
  const auto candidates = some_candidates();
  ahead.expect(candidates);
  EXPECT_THROW(static_cast<void>(ahead.take(candidates[0])), VariantFailure);
  EXPECT_THROW(static_cast<void>(ahead.take(candidates[5])), VariantFailure);
}

TEST(PrepareAhead, ForgetsWhatIsNoLongerExpected) {
  std::atomic<bool> go = false;
  std::atomic<int> prepared = 0;
  PrepareAhead ahead(
      [&](const Candidate& candidate) {
        while (!go) std::this_thread::sleep_for(1ms);
        ++prepared;
        return PreparedKernel{.candidate = candidate, .kernel = nullptr, .compile_ms = 0, .shader_hash = ""};
      },
      1);
  const auto candidates = some_candidates();
  ahead.expect(std::span(candidates).first(1));
  std::this_thread::sleep_for(20ms);  // by now it has started
  ahead.expect(std::span(candidates).subspan(1, 4));
  ahead.expect(std::span(candidates).last(1));
  EXPECT_TRUE(ahead.is_busy());
  go = true;
  static_cast<void>(ahead.take(candidates.back()));
  static_cast<void>(ahead.take(candidates.front()));
  EXPECT_EQ(prepared, 2);
}

}  // namespace
}  // namespace modlab::measure
