#include "harness/tune/wire.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>

#include "harness/system/file.h"
#include "kernels/error.h"
#include "kernels/modulus/problem.h"

namespace modlab::tune {
namespace {

using nlohmann::json;

json measured_evaluation() {
  Evaluation evaluation;
  evaluation.findings = {.mismatches = 9,
                         .max_ulp = std::numeric_limits<double>::infinity(),
                         .special_mismatches = 2,
                         .max_finite_ulp = 70,
                         .ulp_p999 = 63,
                         .error_per_divisor = 0.25,
                         .worst = "element 1",
                         .compile_ms = 0.1 + 0.2,
                         .shader_hash = "01"};
  evaluation.measurement = measure::Measurement{.samples_ns = {.values = {3, 1, 2}, .blocks = {1, 1, 2}},
                                                .drifted = {false, true, false},
                                                .statistics = {},
                                                .stop = measure::Stop::time};
  return store::json_of(evaluation);
}

TEST(Wire, AnEvaluationReadsBack) {
  const json text = measured_evaluation();
  const Evaluation evaluation = store::value_from<Evaluation>(text);
  EXPECT_EQ(evaluation.measurement->statistics.median, 2);
  EXPECT_EQ(evaluation.findings.mismatches, 9U);
  EXPECT_EQ(evaluation.findings.max_ulp, std::numeric_limits<double>::infinity());
  EXPECT_EQ(evaluation.findings.worst, "element 1");
  EXPECT_EQ(evaluation.findings.compile_ms, 0.1 + 0.2);
  EXPECT_EQ(store::json_of(evaluation), text);
}

TEST(Wire, AMeasurementOfListsThatDoNotMatchIsAnError) {
  for (const char* list : {"samples_ns", "blocks", "drifted"}) {
    json text = measured_evaluation();
    text["measurement"][list].erase(2);
    EXPECT_THROW(store::value_from<Evaluation>(text), Error) << list;
  }
  json text = measured_evaluation();
  for (const char* list : {"samples_ns", "blocks", "drifted"}) text["measurement"][list].clear();
  EXPECT_THROW(store::value_from<Evaluation>(text), Error) << "no samples";
}

/// What became of the files in a folder of seeds, which are lines that were once exchanged.
void read_seeds(const std::string& target, const std::function<void(const json&)>& read) {
  int count = 0;
  for (const auto& seed : std::filesystem::directory_iterator(MODLAB_SOURCE_DIR "/tests/fuzz/seeds/" + target)) {
    EXPECT_NO_THROW(read(json::parse(read_file(seed.path())))) << seed.path();
    ++count;
  }
  EXPECT_GT(count, 3);
}

TEST(Wire, TheFuzzersBeginWithLinesThatAreRead) {
  read_seeds("worker_request", [](const json& request) {
    if (request.contains("begin")) store::value_from<Assignment>(request.at("begin"));
    if (request.contains("expect")) store::value_from<std::vector<Candidate>>(request.at("expect"));
    if (request.contains("evaluate")) store::value_from<Attempt>(request.at("evaluate"));
    if (request.contains("confirm")) store::value_from<std::vector<Finalist>>(request.at("confirm"));
    if (request.contains("rule")) store::value_from<ConfirmationRule>(request.at("rule"));
    if (request.contains("kernel")) store::value_from<KernelPtr>(request.at("kernel"));
  });
  read_seeds("worker_reply", [](const json& reply) {
    if (reply.contains("platform")) store::value_from<Platform>(reply.at("platform"));
    if (reply.contains("clock")) store::value_from<measure::Clock>(reply.at("clock"));
    if (reply.contains("evaluation")) store::value_from<Evaluation>(reply.at("evaluation"));
    if (reply.contains("confirmation")) store::value_from<Confirmation>(reply.at("confirmation"));
    if (reply.contains("failure")) failure_from(reply);
    if (reply.contains("ledger")) store::value_from<measure::Ledger>(reply.at("ledger"));
  });
}

TEST(Wire, ARuleReadsBack) {
  const json text =
      store::json_of(ConfirmationRule{.limit_s = 0.3, .sampling = {.rounds = 12}, .all = true, .brief = true});
  EXPECT_EQ(store::json_of(store::value_from<ConfirmationRule>(text)), text);
  EXPECT_TRUE(store::value_from<ConfirmationRule>(text).brief);
}

/// What they mean is the catalogue's.
TEST(Wire, WorkloadsAndCandidatesAreNames) {
  const Assignment assignment{
      .workload = modulus::Workload{}, .conditions = {}, .like = {CompilerId::dxc, {6, 6}, true, 32}};
  const Assignment read = store::value_from<Assignment>(store::json_of(assignment));
  EXPECT_EQ(read.workload, assignment.workload);
  EXPECT_EQ(read.workload.problem, nullptr);
  EXPECT_EQ(read.like, assignment.like);
  EXPECT_EQ(store::value_from<Attempt>(store::json_of(Attempt{modulus::Variant{}})).candidate,
            Candidate(modulus::Variant{}));
}

}  // namespace
}  // namespace modlab::tune
