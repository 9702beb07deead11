#include "kernels/axis.h"
#include "kernels/candidate.h"
#include "tests/fuzz/fuzz.h"

namespace modlab {

/// A candidate's name, a shader model's, or a condition of --where.
void fuzz(std::string_view input) {
  if (const auto candidate = unless_refused([&] { return parse_candidate(input); })) {
    require(candidate->name == input, "a candidate has one name");
    for (const Axis& axis : variant_axes())
      require(!candidate->variant || axis.index_of(*candidate->variant).has_value(), "every axis has its value");
  }
  if (const auto model = parse_shader_model(input))
    require(parse_shader_model(name_of(*model)) == model, "a shader model is read as it was written");

  unless_refused([&] {
    VariantFilter filter;
    filter.add_where(input);
    require(!filter.text().empty(), "a condition has a text");
    return true;
  });
}

}  // namespace modlab
