#include "kernels/space.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "kernels/plan.h"

namespace modlab {
namespace {

constexpr std::array kLoadBytes{4u, 8u, 16u};
constexpr std::array kPerThread{1u, 2u, 4u, 8u};
// 64 first: two waves on the widest hardware, the width a plain kernel is usually written with.
constexpr std::array kThreads{64u, 32u, 128u, 256u, 512u, 1024u};
// What [WaveSize] takes.
constexpr std::array kWaveSizes{4u, 8u, 16u, 32u, 64u, 128u};

// A choice: as many as a transposed tensor of 128 GiB takes. Only strides of Out that interleave ask for more of a
// tensor that fits a device.
constexpr std::uint64_t kMostSlices = 65'536;

/// What a kernel is built by and for.
struct Build {
  CompilerId compiler;
  ShaderModel shader_model;
  bool native16;
  std::uint32_t wave_lanes;
};

/// Those that the device has.
std::vector<std::uint32_t> wave_sizes(const DeviceTraits& device) {
  std::vector<std::uint32_t> sizes;
  for (const std::uint32_t lanes : kWaveSizes)
    if (device.wave_ops && lanes >= device.wave_lanes_min && lanes <= device.wave_lanes_max) sizes.push_back(lanes);
  return sizes;
}

std::vector<Build> builds_on(const DeviceTraits& device) {
  std::vector<Build> builds{{CompilerId::d3dcompile, {5, 1}, false, 0},
                            {CompilerId::dxc, {6, 0}, false, 0},
                            {CompilerId::dxc, {6, 2}, true, 0},
                            {CompilerId::dxc, {6, 6}, false, 0}};
  for (const std::uint32_t lanes : wave_sizes(device))
    for (const bool native16 : {false, true}) builds.push_back({CompilerId::dxc, {6, 6}, native16, lanes});
  return builds;
}

/// Calls visit for every combination of the axes' values, legal or not.
template <typename Visit>
void for_each_combination(const DeviceTraits& device, Visit visit) {
  const std::vector<Build> builds = builds_on(device);
  for (const AlgorithmInfo& algorithm : modulus_algorithms())
    for (const auto& access : kAccessNames)
      for (const std::uint32_t load_bytes : kLoadBytes)
        for (const std::uint32_t per_thread : kPerThread)
          for (const std::uint32_t threads : kThreads)
            for (const auto& loop : kLoopNames)
              for (const auto& binding : kBindingNames)
                for (const Build& build : builds)
                  for (const bool precise : {false, true})
                    visit(Variant{.access = access.value,
                                  .load_bytes = load_bytes,
                                  .per_thread = per_thread,
                                  .threads = threads,
                                  .loop = loop.value,
                                  .algorithm = algorithm.algorithm,
                                  .binding = binding.value,
                                  .compiler = build.compiler,
                                  .shader_model = build.shader_model,
                                  .native16 = build.native16,
                                  .wave_lanes = build.wave_lanes,
                                  .precise = precise});
}

template <typename Values>
bool holds(const Values& values, std::uint32_t value) {
  return std::ranges::find(values, value) != values.end();
}

/// Why there is no kernel of this shader model, or no reason to build it: of two that are the same, only the one of the
/// older model is legal.
std::optional<std::string> why_unbuilt(const Variant& variant, DataType type) {
  const ShaderModel model = variant.shader_model;
  if (variant.compiler == CompilerId::d3dcompile && model != ShaderModel{5, 1})
    return "d3dcompile builds shader model 5.1";
  if (variant.compiler == CompilerId::dxc && model != ShaderModel{6, 0} && model != ShaderModel{6, 2} &&
      model != ShaderModel{6, 6})
    return "dxc kernels are of shader model 6.0, 6.2 or 6.6";
  if (variant.native16 && model < ShaderModel{6, 2}) return "native 16-bit types need shader model 6.2";
  if (variant.wave_lanes != 0 && model < ShaderModel{6, 6}) return "a fixed wave size needs shader model 6.6";
  if (variant.native16 && bytes_of(type) != 2) return "native 16-bit types are for elements of 16 bits";
  const bool takes_words = variant.algorithm == Algorithm::mask;
  if (variant.native16 && takes_words) return "the algorithm takes whole words, whatever their elements";
  if (variant.native16 && variant.algorithm == Algorithm::half)
    return "the algorithm computes in fp32, whatever types there are";
  if (model == ShaderModel{6, 2} && !variant.native16)
    return "shader model 6.2 makes a difference to native 16-bit types alone";
  if (model == ShaderModel{6, 6} && variant.wave_lanes == 0 && (bytes_of(type) != 1 || takes_words))
    return "shader model 6.6 makes a difference to 8-bit elements and to a fixed wave size alone";
  return std::nullopt;
}

std::optional<std::string> why_not_on(const Variant& variant, const DeviceTraits& device) {
  if (variant.shader_model > device.highest_shader_model)
    return fmt::format("the device takes shader models up to {}", name_of(device.highest_shader_model));
  if (variant.native16 && !device.native_16bit) return "the device has no native 16-bit types";
  if (variant.wave_lanes == 0) return std::nullopt;
  const std::vector<std::uint32_t> sizes = wave_sizes(device);
  if (!holds(sizes, variant.wave_lanes)) return fmt::format("the device has no waves of {} lanes", variant.wave_lanes);
  if (sizes.size() == 1) return fmt::format("the device's waves have {} lanes in any case", sizes.front());
  if (variant.wave_lanes > variant.threads) return "a group does not fill the wave";
  return std::nullopt;
}

}  // namespace

std::optional<std::string> why_illegal(const Variant& variant, const ModulusDesc& desc, const Platform& platform) {
  if (const auto reason = why_unfit(variant.algorithm, desc)) return std::string(*reason);
  if (variant.precise && variant.algorithm != Algorithm::formula)
    return "precise is for the formula: the others' results do not depend on what is fused";
  if (!holds(kLoadBytes, variant.load_bytes))
    return fmt::format("load_bytes is one of {}", fmt::join(kLoadBytes, ", "));
  if (!holds(kPerThread, variant.per_thread))
    return fmt::format("per_thread is one of {}", fmt::join(kPerThread, ", "));
  if (!holds(kThreads, variant.threads)) return fmt::format("threads is one of {}", fmt::join(kThreads, ", "));
  if (variant.access == Access::typed && variant.binding == Binding::root)
    return "a root descriptor has no format, so typed views need a table";
  if (variant.loop == Loop::grid && variant.per_thread == 1)
    return "with one vector a thread, grid and group are the same kernel";
  if (const auto reason = why_unbuilt(variant, desc.out.type)) return reason;
  if (const auto reason = why_not_on(variant, platform.device)) return reason;
  const auto compiler = std::ranges::find(platform.compilers, variant.compiler, &CompilerTraits::id);
  if (compiler == platform.compilers.end()) return fmt::format("no {} compiler here", name_of(variant.compiler));
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

VariantSpace::VariantSpace(const ModulusDesc& desc, const Platform& platform, const VariantFilter& filter) {
  for_each_combination(platform.device, [&](const Variant& variant) {
    if (!filter.accepts(variant)) return;
    if (auto reason = why_illegal(variant, desc, platform))
      illegal_.push_back({variant, std::move(*reason)});
    else
      legal_.push_back(variant);
  });
}

}  // namespace modlab
