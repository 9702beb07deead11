#include "harness/store/sampling_json.h"

#include <nlohmann/json.hpp>

#include "harness/store/json_text.h"

namespace modlab {

using nlohmann::json;

json sampling_json(const SamplingRule& sampling) {
  return {{"precision", sampling.precision},
          {"min_samples", sampling.min_samples},
          {"max_time_per_variant_s", sampling.max_time_per_variant_s},
          {"rounds", sampling.rounds}};
}

SamplingRule sampling_from(const json& from) {
  const SamplingRule usual;
  return {.precision = from.value("precision", usual.precision),
          .min_samples = whole_number(from, "min_samples", usual.min_samples),
          .max_time_per_variant_s = from.value("max_time_per_variant_s", usual.max_time_per_variant_s),
          .rounds = whole_number(from, "rounds", usual.rounds)};
}

}  // namespace modlab
