#include "harness/tune/wire.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>

#include "harness/store/kernel_json.h"
#include "harness/system/file.h"
#include "kernels/error.h"

namespace modlab {
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
  evaluation.measurement = Measurement{.samples_ns = {.values = {3, 1, 2}, .blocks = {1, 1, 2}},
                                       .drifted = {false, true, false},
                                       .statistics = {},
                                       .stop = Stop::time};
  return to_wire(evaluation);
}

TEST(Wire, AnEvaluationReadsBack) {
  const json text = measured_evaluation();
  const Evaluation evaluation = evaluation_from(text);
  EXPECT_EQ(evaluation.measurement->statistics.median, 2);
  EXPECT_EQ(evaluation.findings.mismatches, 9U);
  EXPECT_EQ(evaluation.findings.max_ulp, std::numeric_limits<double>::infinity());
  EXPECT_EQ(evaluation.findings.worst, "element 1");
  EXPECT_EQ(evaluation.findings.compile_ms, 0.1 + 0.2);
  EXPECT_EQ(to_wire(evaluation), text);
}

TEST(Wire, AMeasurementOfListsThatDoNotMatchIsAnError) {
  for (const char* list : {"samples_ns", "blocks", "drifted"}) {
    json text = measured_evaluation();
    text["measurement"][list].erase(2);
    EXPECT_THROW(evaluation_from(text), Error) << list;
  }
  json text = measured_evaluation();
  for (const char* list : {"samples_ns", "blocks", "drifted"}) text["measurement"][list].clear();
  EXPECT_THROW(evaluation_from(text), Error) << "no samples";
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
    if (request.contains("begin")) assignment_from(request.at("begin"));
    if (request.contains("expect")) variants_from(request.at("expect"));
    if (request.contains("evaluate")) candidate_from(request.at("evaluate"));
    if (request.contains("confirm")) finalists_from(request.at("confirm"));
    if (request.contains("rule")) confirmation_rule_from(request.at("rule"));
    if (request.contains("kernel")) kernel_from(request.at("kernel"));
  });
  read_seeds("worker_reply", [](const json& reply) {
    if (reply.contains("platform")) platform_from(reply.at("platform"));
    if (reply.contains("clock")) clock_from(reply.at("clock"));
    if (reply.contains("evaluation")) evaluation_from(reply.at("evaluation"));
    if (reply.contains("confirmation")) confirmation_from(reply.at("confirmation"));
    if (reply.contains("failure")) failure_from(reply);
    if (reply.contains("ledger")) ledger_from(reply.at("ledger"));
  });
}

TEST(Wire, ARuleReadsBack) {
  const json text = to_wire(ConfirmationRule{.limit_s = 0.3, .sampling = {.rounds = 12}, .all = true, .brief = true});
  EXPECT_EQ(to_wire(confirmation_rule_from(text)), text);
  EXPECT_TRUE(confirmation_rule_from(text).brief);
}

TEST(Wire, AnIllegalWorkloadIsAnError) {
  json text = to_wire(Assignment{});
  EXPECT_EQ(assignment_from(text).workload, Workload{});
  text["workload"] = "floor/f32/8/transposed/out/mixed";
  EXPECT_THROW(assignment_from(text), Error);
}

}  // namespace
}  // namespace modlab
