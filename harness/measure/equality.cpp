#include "harness/measure/equality.h"

#include <numeric>
#include <span>

namespace modlab {

Equality::Equality(Device& device, Compiler& compiler, const ShaderSources& sources, std::uint64_t bytes,
                   const Variant& like, const PlanLimits& limits)
    : device_(device),
      words_(bytes / 4),
      equality_(make_equality_plan(words_, like, limits)),
      kernel_(device.make_kernel(equality_.plan, compiler.compile(shader_request(equality_.plan), sources).bytes)),
      counts_(device.make_buffer(std::uint64_t{4} * equality_.counts, "Equal words")),
      zeros_(device.make_buffer(counts_->bytes(), "No equal words")),
      read_back_(equality_.counts) {
  device.upload(*zeros_, std::as_bytes(std::span(read_back_)));
}

bool Equality::held() {
  device_.read_back(std::as_writable_bytes(std::span(read_back_)), *counts_);
  return std::accumulate(read_back_.begin(), read_back_.end(), std::uint64_t{0}) == words_;
}

}  // namespace modlab
