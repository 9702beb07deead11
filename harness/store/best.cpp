#include "harness/store/best.h"

#include "harness/store/best_name.h"

namespace modlab::store {

modulus::Variant best_variant(std::string_view json, std::string_view workload) {
  return modulus::parse_variant(best_name(json, workload), added_kernels());
}

}  // namespace modlab::store
