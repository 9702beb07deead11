#include "kernels/modulus/problem.h"
#include "kernels/modulus/space.h"
#include "kernels/modulus/workload.h"
#include "tests/fuzz/fuzz.h"

namespace modlab {

/// A workload's name, or a shape's.
void fuzz(std::string_view input) {
  if (const auto shape = unless_refused([&] { return parse_shape(input); }))
    require(parse_shape(name_of(*shape)) == *shape, "a shape is read as it was written");

  const auto workload = unless_refused([&] { return modulus::parse_workload(input); });
  const auto legal = unless_refused([&] { return modulus::parse_legal_workload(input); });
  if (workload)
    require(modulus::parse_workload(name_of(*workload)) == *workload, "a workload is read as it was written");
  require(!legal || legal == workload, "a legal workload is a workload");
  require(!workload || legal.has_value() == !why_illegal(*workload), "what is refused is illegal");
  if (!legal) return;
  modulus::validate(describe(*legal), modulus::FeatureLevel::level_3_0);
  require(bytes_moved(*legal) >= 2 * tensor_bytes(*legal), "a launch reads A and writes Out");
}

}  // namespace modlab
