#include "kernels/candidate.h"
#include "kernels/modulus/axis.h"
#include "kernels/modulus/problem.h"
#include "tests/fuzz/fuzz.h"

namespace modlab {

/// A candidate's name, a shader model's, or a condition of --where.
void fuzz(std::string_view input) {
  if (const auto candidate = unless_refused([&] { return modulus::modulus_catalogue()->candidate(input); })) {
    require(candidate->name == input, "a candidate has one name");
    const modulus::Variant* const variant = modulus::variant_of(*candidate);
    for (const modulus::Axis& axis : modulus::variant_axes())
      require(variant == nullptr || axis.index_of(*variant).has_value(), "every axis has its value");
  }
  if (const auto model = parse_shader_model(input))
    require(parse_shader_model(name_of(*model)) == model, "a shader model is read as it was written");

  unless_refused([&] {
    modulus::VariantFilter filter;
    filter.add_where(input);
    return true;
  });
}

}  // namespace modlab
