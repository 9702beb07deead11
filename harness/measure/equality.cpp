#include "harness/measure/equality.h"

#include <numeric>

namespace modlab {

Equality::Equality(Device& device, Compiler& compiler, const ShaderSources& sources, std::uint64_t bytes,
                   const Variant& like, const PlanLimits& limits)
    : vectors_(bytes / kBufferVectorBytes),
      equality_(make_equality_plan(bytes, like, limits)),
      kernel_(device.make_kernel(equality_.plan, compiler.compile(shader_request(equality_.plan), sources).bytes)),
      counts_(device.make_buffer(std::uint64_t{4} * equality_.counts, "Equal vectors")),
      zeros_(device.make_buffer(counts_->bytes(), "No equal vectors")),
      read_back_(equality_.counts) {
  device.upload(*zeros_, std::as_bytes(std::span(read_back_)));
}

bool Equality::were_equal() const {
  return std::accumulate(read_back_.begin(), read_back_.end(), std::uint64_t{0}) == vectors_;
}

}  // namespace modlab
