#include "harness/report/difference_json.h"

#include <nlohmann/json.hpp>

namespace modlab::report {

nlohmann::json difference_json(const Difference& difference) {
  return {{"ratio", difference.ratio.ratio},
          {"ratio_low", difference.ratio.ci.low},
          {"ratio_high", difference.ratio.ci.high},
          {"machine", difference.machine.value_or(1)},
          {"corrected", difference.machine.has_value()},
          {"indifference", difference.indifference},
          {"verdict", statistics::name_of(difference.verdict)},
          {"unfinished", !difference.unfinished.empty()},
          {"unclear", difference.unclear}};
}

}  // namespace modlab::report
