#include "harness/measure/equality.h"

#include <numeric>

namespace modlab::measure {

Equality::Equality(Device& device, compile::Compiler& compiler, const ShaderSources& sources, const Build& build,
                   const PlanLimits& limits)
    : build_(build),
      limits_(limits),
      counts_(device.make_buffer(std::uint64_t{4} * kEqualityCounts, "Equal vectors")),
      zeros_(device.make_buffer(counts_->bytes(), "No equal vectors")),
      read_back_(kEqualityCounts) {
  const Plan plan = make_equality_plan(kBufferVectorBytes, build, limits);
  kernel_ = device.make_kernel(plan, compiler.compile(compile::shader_request(plan), sources).bytes);
  device.upload(*zeros_, std::as_bytes(std::span(read_back_)));
}

Copy Equality::reset() {
  vectors_ = 0;
  return {counts_.get(), zeros_.get()};
}

Launch Equality::compare(const BufferAt& x, const BufferAt& y, std::uint64_t bytes) {
  const auto [slices, is_new] = slices_.try_emplace(bytes);
  if (is_new) slices->second = make_equality_plan(bytes, build_, limits_).slices;
  vectors_ += bytes / kBufferVectorBytes;
  return {kernel_.get(), {x, y, counts_.get()}, slices->second};
}

bool Equality::were_equal() const {
  return std::accumulate(read_back_.begin(), read_back_.end(), std::uint64_t{0}) == vectors_;
}

}  // namespace modlab::measure
