#include "harness/tune/wire.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "kernels/error.h"

namespace modlab {
namespace {

using nlohmann::json;

json measured_evaluation() {
  Evaluation evaluation;
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

TEST(Wire, AnIllegalWorkloadIsAnError) {
  json text = to_wire(Assignment{});
  EXPECT_EQ(assignment_from(text).workload, Workload{});
  text["workload"] = "floor/f32/8/transposed/out/mixed";
  EXPECT_THROW(assignment_from(text), Error);
}

}  // namespace
}  // namespace modlab
