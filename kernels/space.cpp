#include "kernels/space.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "kernels/plan.h"

namespace modlab {
namespace {

// A choice: as many as a transposed tensor of 128 GiB takes. Only strides of Out that interleave ask for more of a
// tensor that fits a device.
constexpr std::uint64_t kMostSlices = 65'536;

template <typename Values>
bool holds(const Values& values, std::uint32_t value) {
  return std::ranges::find(values, value) != values.end();
}

/// Those that the device has.
std::vector<std::uint32_t> wave_sizes(const DeviceTraits& device) {
  std::vector<std::uint32_t> sizes;
  for (const std::uint32_t lanes : kWaveSizes)
    if (device.wave_ops && lanes >= device.wave_lanes_min && lanes <= device.wave_lanes_max) sizes.push_back(lanes);
  return sizes;
}

/// Whether an axis's value is worth a row of --why on this device: of the many wave sizes only those it has.
bool is_offered(const Axis& axis, std::size_t value, const DeviceTraits& device) {
  const std::uint32_t lanes = axis.variant_with(value).build.wave_lanes;
  return lanes == 0 || holds(wave_sizes(device), lanes);
}

/// Calls visit for every combination of the axes' values that the user asked for, legal or not.
template <typename Visit>
void for_each_combination(const DeviceTraits& device, const VariantFilter& filter, Visit visit) {
  const std::span<const Axis> axes = variant_axes();
  std::vector<std::vector<std::size_t>> offered(axes.size());
  for (std::size_t a = 0; a < axes.size(); ++a) {
    for (std::size_t value = 0; value < axes[a].values.size(); ++value)
      if (is_offered(axes[a], value, device) && filter.accepts(axes[a], value)) offered[a].push_back(value);
    std::ranges::stable_partition(offered[a],
                                  [plainest = axes[a].index_of({})](std::size_t i) { return i == plainest; });
  }
  Variant variant;
  const auto choose = [&](auto& self, std::size_t a) -> void {
    if (a == axes.size()) {
      if (filter.accepts(variant)) visit(variant);
      return;
    }
    for (const std::size_t value : offered[a]) {
      axes[a].set(variant, value);
      self(self, a + 1);
    }
  };
  choose(choose, 0);
}

/// Why there is no reason to build this: of two kernels that are the same, only that of the older model is legal.
std::optional<std::string> why_unbuilt(const Variant& variant, DataType type) {
  const Build& build = variant.build;
  if (build.native16 && bytes_of(type) != 2) return "native 16-bit types are for elements of 16 bits";
  const bool takes_words = variant.algorithm == Algorithm::mask;
  if (build.native16 && takes_words) return "the algorithm takes whole words, whatever their elements";
  if (build.native16 && variant.algorithm == Algorithm::half)
    return "the algorithm computes in fp32, whatever types there are";
  if (build.shader_model == ShaderModel{6, 6} && build.wave_lanes == 0 && (bytes_of(type) != 1 || takes_words))
    return "shader model 6.6 makes a difference to 8-bit elements and to a fixed wave size alone";
  return std::nullopt;
}

std::optional<std::string> why_not_on(const Variant& variant, const DeviceTraits& device) {
  const Build& build = variant.build;
  if (build.shader_model > device.highest_shader_model)
    return fmt::format("the device takes shader models up to {}", name_of(device.highest_shader_model));
  if (build.native16 && !device.native_16bit) return "the device has no native 16-bit types";
  if (build.wave_lanes == 0) return std::nullopt;
  const std::vector<std::uint32_t> sizes = wave_sizes(device);
  if (!holds(sizes, build.wave_lanes)) return fmt::format("the device has no waves of {} lanes", build.wave_lanes);
  if (sizes.size() == 1) return fmt::format("the device's waves have {} lanes in any case", sizes.front());
  if (build.wave_lanes > variant.threads) return "a group does not fill the wave";
  return std::nullopt;
}

/// Of a variant whose every value is one of its axis's.
std::optional<std::string> why_combination_illegal(const Variant& variant, const ModulusDesc& desc,
                                                   const Platform& platform) {
  if (const auto reason = why_unfit(variant.algorithm, desc)) return std::string(*reason);
  if (variant.precise && variant.algorithm != Algorithm::formula)
    return "precise is for the formula: the others' results do not depend on what is fused";
  if (variant.access == Access::typed && variant.binding == Binding::root)
    return "a root descriptor has no format, so typed views need a table";
  if (variant.loop == Loop::grid && variant.per_thread == 1)
    return "with one vector per thread, grid and group are the same kernel";
  if (variant.streamed && variant.per_thread == 1) return "with one vector per thread, there is nothing to stream";
  if (variant.streamed && (variant.algorithm == Algorithm::longdiv || variant.algorithm == Algorithm::chunk))
    return "the algorithm is too long to be unrolled, and streams in any case";
  if (const auto reason = why_unbuilt(variant, desc.out.type)) return reason;
  if (const auto reason = why_not_on(variant, platform.device)) return reason;
  const auto compiler = std::ranges::find(platform.compilers, variant.build.compiler, &CompilerTraits::id);
  if (compiler == platform.compilers.end()) return fmt::format("no {} compiler here", name_of(variant.build.compiler));
  const bool needs_fused_mad = variant.algorithm == Algorithm::fma || variant.algorithm == Algorithm::ladder ||
                               variant.algorithm == Algorithm::half;
  if (needs_fused_mad && !compiler->fused_mad)
    return "mad is rounded twice here, and the algorithm needs it rounded once";
  if (variant.algorithm == Algorithm::half && !compiler->exact_half)
    return "the algorithm needs conversions of fp16 by the device that are known to be exact";
  if (variant.precise && !compiler->precise) return "this compiler makes the same kernel with precise as without";
  if (const std::uint64_t slices = slice_count(desc); slices > kMostSlices)
    return fmt::format("it takes {} dispatches, more than {}", slices, kMostSlices);
  if (!takes_vectors(desc)) {
    if (variant.streamed) return "only packed tensors, and one divisor for all, are streamed";
    if (variant.loop != Loop::tile && (variant.access != Access::structured || variant.load_bytes != 4))
      return "strided tensors are gathered word by word, through structured views of 4 bytes, but for tiles";
    if (variant.loop == Loop::tile && !takes_tiles(desc, variant.load_bytes))
      return "tiles take an operand that is stored by columns, in whole vectors, small squares and one view";
  } else if (variant.loop == Loop::tile) {
    return "tiles are for tensors with strides";
  }
  if (!desc.over_a && !desc.over_b) return std::nullopt;
  if (variant.access == Access::raw && !compiler->raw_writable_loads)
    return "in place, and this compiler cannot load from a writable raw view";
  if (variant.access == Access::typed && ((variant.load_bytes == 8 && !platform.device.typed_load_8) ||
                                          (variant.load_bytes == 16 && !platform.device.typed_load_16)))
    return "in place, and this device cannot load from a writable typed view so wide";
  return std::nullopt;
}

}  // namespace

std::optional<std::string> why_illegal(const Variant& variant, const ModulusDesc& desc, const Platform& platform) {
  for (const Axis& axis : variant_axes())
    if (variant.algorithm != Algorithm::copy && !axis.index_of(variant))
      return fmt::format("{} is one of {}", axis.name, fmt::join(axis.values, ", "));
  return why_combination_illegal(variant, desc, platform);
}

VariantSpace::VariantSpace(const ModulusDesc& desc, const Platform& platform, const VariantFilter& filter) {
  for_each_combination(platform.device, filter, [&](const Variant& variant) {
    if (!why_combination_illegal(variant, desc, platform)) legal_.push_back(variant);
  });
}

std::vector<IllegalVariant> illegal_variants(const ModulusDesc& desc, const Platform& platform,
                                             const VariantFilter& filter) {
  std::vector<IllegalVariant> illegal;
  for_each_combination(platform.device, filter, [&](const Variant& variant) {
    if (auto reason = why_combination_illegal(variant, desc, platform))
      illegal.push_back({variant, std::move(*reason)});
  });
  return illegal;
}

}  // namespace modlab
