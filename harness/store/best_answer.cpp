#include "harness/store/best_answer.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "harness/store/best_name.h"
#include "harness/store/json_text.h"
#include "kernels/error.h"

namespace modlab::store {
namespace {

using nlohmann::json;

json object_of(const BestAnswer& answer) {
  const TunedConfiguration& found = answer.configuration;
  return {{"workload", answer.workload},
          {"variant", found.variant},
          {"kernel", found.key.kernel},
          {"accuracy", found.key.accuracy},
          {"match", answer.differs.empty() ? "exact" : "nearest"},
          {"differs", answer.differs},
          {"evidence",
           {{"workload", found.workload},
            {"adapter", found.key.adapter},
            {"driver", found.key.driver},
            {"implementation", found.key.implementation},
            {"mode", found.key.mode},
            {"median_ns", found.median_ns},
            {"ci_low_ns", found.ci_low_ns},
            {"ci_high_ns", found.ci_high_ns},
            {"gbps", found.gbps},
            {"roofline_pct", found.roofline_pct},
            {"ties", found.ties},
            {"run", found.run},
            {"utc", found.utc}}}};
}

}  // namespace

std::string best_json(const std::vector<BestAnswer>& answers) {
  json all = json::array();
  for (const BestAnswer& answer : answers) all.push_back(object_of(answer));
  return json_text(all, 1) + '\n';
}

std::string best_name(std::string_view text, std::string_view workload) {
  std::string variant;
  try {
    read_json([&] {
      for (const json& answer : parse_json(text))
        if (variant.empty() && answer.at("workload") == workload) answer.at("variant").get_to(variant);
    });
  } catch (const Error& error) {
    throw Error(fmt::format("not the output of `modlab best --json`: {}", error.what()));
  }
  if (variant.empty())
    throw Error(fmt::format("no answer for {}; `modlab best {} --json` gives one", workload, workload));
  return variant;
}

}  // namespace modlab::store
