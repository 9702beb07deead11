#include "kernels/plan.h"

namespace modlab {

std::size_t root_cost(const Plan& plan) {
  return plan.slices.front().constants.size() + (plan.binding == Binding::table ? 1 : 2 * plan.views.size());
}

}  // namespace modlab
