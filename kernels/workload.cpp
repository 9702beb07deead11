#include "kernels/workload.h"

#include <string_view>

namespace modlab {

std::string name_of(const WorkloadFields& fields) {
  std::string name;
  for (const std::string_view part :
       {fields.op, fields.dtype, fields.shape, fields.layout, fields.placement, fields.data_set})
    if (!part.empty()) name.append(name.empty() ? "" : "/").append(part);
  return name;
}

}  // namespace modlab
