// Entries as Google Benchmark runs and reports them, on a simulated device.
#include "harness/bench/google_benchmark.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "harness/system/file.h"
#include "kernels/error.h"
#include "kernels/modulus/algorithm.h"
#include "kernels/modulus/problem.h"
#include "tests/support/registered_peer.h"
#include "tests/support/simulated_device.h"
#include "tests/support/temporary_folder.h"

namespace modlab::bench {
namespace {

const Entry& plain() {
  static const Entry entry{.workload = modulus::Workload{.shape = {64}}, .candidate = modulus::Variant{}};
  return entry;
}
const Entry& wide() {
  static const Entry entry{.workload = modulus::Workload{.shape = {64}},
                           .candidate = modulus::Variant{.load_bytes = 16, .algorithm = modulus::Algorithm::formula}};
  return entry;
}
const Entry& bytes() {
  static const Entry entry{.workload = modulus::Workload{.type = DataType::u8, .shape = {64}},
                           .candidate = modulus::Variant{.algorithm = modulus::Algorithm::fixup}};
  return entry;
}

class GoogleBenchmarkTest : public testing::Test {
 protected:
  /// Copies take 2 us, the modulus 10 us.
  GoogleBenchmarkTest() {
    simulation_.latency_ns = [](const modulus::Variant& v) {
      return v.algorithm == modulus::Algorithm::copy ? 2'000 : 10'000;
    };
    compiler_.refuses = [this](const compile::ShaderRequest& request) {
      for (const Define& define : request.defines)
        if (define.name == "ELEMENT") elements_.insert(define.value);
      return false;
    };
    lab_.make_device = [this] {
      ++devices_made_;
      return std::make_unique<SimulatedDevice>(simulation_);
    };
    lab_.compiler = &compiler_;
    lab_.sources = &sources_;
  }

  /// Runs the entries and returns the report.
  std::string report(const std::vector<Entry>& entries, std::vector<std::string> flags = {}) {
    lab_.open();
    stage_.emplace(lab_, entries, 1, kBenchSampling);
    store::RunContext context;
    context.device.adapter = "simulated";
    for (const PeerTraits& peer : lab_.peer_traits()) context.peers.push_back(peer.description);
    const std::string out = (folder_ / "out.json").string();
    flags.insert(flags.end(), {"--benchmark_out=" + out, "--benchmark_out_format=json"});
    asked_for_ = run_google_benchmark(*stage_, context, flags);
    return read_file(out);
  }

  TemporaryFolder folder_;
  Simulation simulation_;
  SimulatedCompiler compiler_;
  ShaderSources sources_;
  tune::Lab lab_;
  std::optional<Stage> stage_;
  std::set<std::string> elements_;  ///< that kernels were compiled for
  std::size_t asked_for_ = 0;
  int devices_made_ = 0;
};

TEST_F(GoogleBenchmarkTest, ReportsDeviceTimeRateRooflineAndAccuracy) {
  const std::string text = report({plain(), wide()});
  EXPECT_EQ(asked_for_, 2u);
  EXPECT_FALSE(stage_->any_failed());
  for (const std::string& expected :
       {"\"name\": \"" + name_of(plain()) + "/iterations:1/manual_time\"", std::string("\"real_time\": 1.0"),
        std::string("\"time_unit\": \"us\""), std::string("\"bytes_per_second\": 7.6"),
        std::string("\"roofline_pct\": 2.0"), std::string("\"samples\": 9.0"), std::string("\"label\": \"exact\""),
        std::string("\"label\": \"formula\""), std::string("\"adapter\": \"simulated\""),
        std::string("\"executable\": \"modlab-bench\"")})
    EXPECT_NE(text.find(expected), std::string::npos) << expected << " in " << text;
}

TEST_F(GoogleBenchmarkTest, SetsUpOnlyWhatTheFilterSelects) {
  report({plain(), bytes()}, {"--benchmark_filter=floor/u8"});
  EXPECT_EQ(asked_for_, 1u);
  EXPECT_EQ(elements_, std::set<std::string>{"ELEMENT_U8"});
}

TEST_F(GoogleBenchmarkTest, AWrongKernelIsAnErrorAndTheOthersContinue) {
  simulation_.failure = [](const modulus::Variant& variant) {
    return variant == *modulus::variant_of(plain().candidate) ? std::optional(Status::wrong_result) : std::nullopt;
  };
  const std::string text = report({plain(), wide()});
  EXPECT_TRUE(stage_->any_failed());
  EXPECT_NE(text.find("\"error_message\": \"wrong result: 1 of 64 results wrong"), std::string::npos) << text;
  EXPECT_NE(text.find("\"label\": \"formula\""), std::string::npos) << text;
}

TEST_F(GoogleBenchmarkTest, ALostDeviceIsRecreated) {
  simulation_.failure = [](const modulus::Variant& variant) {
    return variant == *modulus::variant_of(plain().candidate) ? std::optional(Status::device_lost) : std::nullopt;
  };
  const std::string text = report({plain(), wide()});
  EXPECT_NE(text.find("\"error_message\": \"device lost: "), std::string::npos) << text;
  EXPECT_NE(text.find("\"label\": \"formula\""), std::string::npos) << text;
  EXPECT_EQ(devices_made_, 2);
}

TEST_F(GoogleBenchmarkTest, APeerIsAnEntryLikeAnyOther) {
  lab_.open_peers = open_registered_peer;
  const std::string text = report(with_peers({plain(), wide()}, {{.name = "neighbour", .description = {}}}),
                                  {"--benchmark_filter=/neighbour"});
  EXPECT_EQ(asked_for_, 1u);
  EXPECT_FALSE(stage_->any_failed());
  for (const std::string expected :
       {"floor/f32/64/packed/out/mixed/neighbour/", "\"label\": \"peer, 0 results inexact\"", "\"roofline_pct\": 2.0",
        "\"peer\": \"Neighbour 1.2.3\""})
    EXPECT_NE(text.find(expected), std::string::npos) << expected << " in " << text;
}

TEST_F(GoogleBenchmarkTest, UnknownFlagsAndValuesAreErrors) {
  EXPECT_THROW(report({plain()}, {"--benchmark_frobnicate=1"}), Error);
  EXPECT_THROW(report({plain()}, {"--benchmark_format=xml"}), Error);
}

}  // namespace
}  // namespace modlab::bench
