#include "harness/measure/equality.h"

#include <algorithm>
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
      read_back_(equality_.counts) {}

bool Equality::holds(Buffer& x, Buffer& y) {
  const Launch once{kernel_.get(), {&x, &y, counts_.get()}, equality_.plan.slices};
  static_cast<void>(device_.time({&once, 1}));
  device_.read_back(std::as_writable_bytes(std::span(read_back_)), *counts_);
  const std::uint64_t equal = std::accumulate(read_back_.begin(), read_back_.end(), std::uint64_t{0});
  // A kernel that does nothing must not pass for one that found nothing; counts are left from the last time, though.
  std::ranges::fill(read_back_, 0);
  device_.upload(*counts_, std::as_bytes(std::span(read_back_)));
  return equal == words_;
}

}  // namespace modlab
