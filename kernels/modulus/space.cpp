#include "kernels/modulus/space.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "kernels/error.h"
#include "kernels/files/kernel_file.h"
#include "kernels/modulus/plan.h"

namespace modlab::modulus {
namespace {

// Every plan within these is a single slice, which is cheap to make and takes as many constants as any other.
constexpr PlanLimits kOneSlice{.view_words = std::uint64_t{1} << 60};

/// D3D12_CS_THREAD_GROUP_MAX_THREADS_PER_GROUP
constexpr std::uint32_t kMaxThreads = 1024;

template <typename Values>
bool holds(const Values& values, std::uint32_t value) {
  return std::ranges::find(values, value) != values.end();
}

/// The wave sizes that the device supports.
std::vector<std::uint32_t> wave_sizes(const DeviceTraits& device) {
  std::vector<std::uint32_t> sizes;
  for (const std::uint32_t lanes : kWaveSizes)
    if (device.wave_ops && lanes >= device.wave_lanes_min && lanes <= device.wave_lanes_max) sizes.push_back(lanes);
  return sizes;
}

/// Whether an axis's value is worth a row of --why on this device: of the wave sizes, only those it supports.
bool is_offered(const Axis& axis, std::size_t value, const DeviceTraits& device) {
  const std::uint32_t lanes = axis.variant_with(value).build.wave_lanes;
  return lanes == 0 || holds(wave_sizes(device), lanes);
}

/// Calls visit for every combination of values that the user asked for and `keeps` takes, legal or not.
template <typename Keeps, typename Visit>
void for_each_combination(const VariantFilter& filter, Keeps keeps, Visit visit) {
  const std::span<const Axis> axes = variant_axes();
  std::vector<std::vector<std::size_t>> offered(axes.size());
  for (std::size_t a = 0; a < axes.size(); ++a) {
    for (std::size_t value = 0; value < axes[a].values.size(); ++value)
      if (keeps(axes[a], value) && filter.accepts(axes[a], value)) offered[a].push_back(value);
    std::ranges::sort(offered[a], {}, [&axis = axes[a]](std::size_t value) { return axis.place_of(value); });
  }
  Variant variant;
  const auto choose = [&](auto& self, std::size_t a) -> void {
    if (a == axes.size()) {
      if (filter.names(variant)) visit(variant);
      return;
    }
    for (const std::size_t value : offered[a]) {
      axes[a].set(variant, value);
      self(self, a + 1);
    }
  };
  choose(choose, 0);
}

/// Why this build is redundant: of two identical kernels, only that of the older shader model is legal.
std::optional<std::string> why_redundant(const Variant& variant, DataType type) {
  const Build& build = variant.build;
  if (build.native16 && bytes_of(type) != 2) return "native 16-bit types are for elements of 16 bits";
  const bool on_words = variant.algorithm == modulus::Algorithm::mask || variant.algorithm == modulus::Algorithm::bias;
  if (build.native16 && on_words) return "the algorithm works on whole words, whatever their elements";
  if (build.shader_model == ShaderModel{6, 6} && build.wave_lanes == 0 && (bytes_of(type) != 1 || on_words))
    return "shader model 6.6 only matters for 8-bit elements and for a fixed wave size";
  return std::nullopt;
}

std::optional<std::string> why_not_on(const Variant& variant, const DeviceTraits& device) {
  const Build& build = variant.build;
  if (build.shader_model > device.highest_shader_model)
    return fmt::format("the device supports shader models up to {}", name_of(device.highest_shader_model));
  if (build.native16 && !device.native_16bit) return "the device has no native 16-bit types";
  if (build.wave_lanes == 0) return std::nullopt;
  const std::vector<std::uint32_t> sizes = wave_sizes(device);
  if (!holds(sizes, build.wave_lanes)) return fmt::format("the device has no waves of {} lanes", build.wave_lanes);
  if (sizes.size() == 1) return fmt::format("the device's waves always have {} lanes", sizes.front());
  if (build.wave_lanes > variant.threads) return "a group is smaller than the wave";
  return std::nullopt;
}

/// Whether an algorithm or build can be ruled out whatever is combined with it: most can, and a space has hundreds of
/// thousands of combinations.
bool is_ruled_out(const Axis& axis, std::size_t value, const modulus::ModulusDesc& desc, const Platform& platform) {
  const Variant variant = axis.variant_with(value);
  if (axis.name == "algorithm") return modulus::why_unfit(variant.algorithm, desc).has_value();
  if (axis.name != "build") return false;
  const Build& build = variant.build;
  return !is_offered(axis, value, platform.device) ||
         std::ranges::find(platform.compilers, build.compiler, &CompilerTraits::id) == platform.compilers.end() ||
         build.shader_model > platform.device.highest_shader_model;
}

/// What legality asks of the tensors, the same for all variants.
struct Tensors {
  explicit Tensors(const modulus::ModulusDesc& of)
      : desc(of), slices(slice_count(of)), vectorizable(can_vectorize(of)) {}

  const modulus::ModulusDesc& desc;
  std::uint64_t slices;
  bool vectorizable;
};

/// Every value of the variant must be one of its axis's.
std::optional<std::string> why_combination_illegal(const Variant& variant, const Tensors& tensors,
                                                   const Platform& platform) {
  const modulus::ModulusDesc& desc = tensors.desc;
  if (const auto reason = modulus::why_unfit(variant.algorithm, desc)) return std::string(*reason);
  if (variant.precise && variant.algorithm != modulus::Algorithm::formula)
    return "precise is for the formula: no other result depends on what is fused";
  if (variant.access == Access::typed && variant.binding == Binding::root)
    return "a root descriptor has no format, so typed views need a table";
  if (variant.loop == Loop::grid && variant.per_thread == 1)
    return "with one vector per thread, grid and group are the same kernel";
  if (variant.streamed && variant.per_thread == 1) return "with one vector per thread, there is nothing to stream";
  if (variant.streamed &&
      (variant.algorithm == modulus::Algorithm::longdiv || variant.algorithm == modulus::Algorithm::chunk))
    return "the algorithm is too long to unroll, so it always streams";
  if (const auto reason = why_redundant(variant, desc.out.type)) return reason;
  if (const auto reason = why_not_on(variant, platform.device)) return reason;
  const auto compiler = std::ranges::find(platform.compilers, variant.build.compiler, &CompilerTraits::id);
  if (compiler == platform.compilers.end()) return fmt::format("no {} compiler here", name_of(variant.build.compiler));
  if (modulus::needs_fused_mad(variant.algorithm) && !compiler->fused_mad)
    return "mad is rounded twice here, and the algorithm needs it rounded once";
  if (variant.algorithm == modulus::Algorithm::half &&
      !(variant.build.native16 ? compiler->exact_native_half : compiler->exact_half))
    return "the algorithm needs fp16 conversions that are known to be exact on the device";
  if (variant.algorithm == modulus::Algorithm::bias && !compiler->exact_bytes)
    return "a word's elements are not right as a vector here, and the algorithm computes them so";
  if (variant.precise && !compiler->precise) return "this compiler ignores precise";
  if (tensors.slices > kMaxSlices)
    return fmt::format("it takes {} dispatches, more than {}", tensors.slices, kMaxSlices);
  if (!tensors.vectorizable) {
    if (variant.streamed) return "only packed tensors are streamed, with or without a single divisor";
    const bool gathers = variant.loop == Loop::group || variant.loop == Loop::grid;
    if (gathers && (variant.access != Access::structured || variant.load_bytes != 4))
      return "except by rows, by tiles or staged, strided tensors are gathered word by word through structured views "
             "of "
             "4 bytes";
    if (variant.loop == Loop::rows && !has_rows(desc, variant.load_bytes))
      return "rows need a dimension along which Out is contiguous, the operands are contiguous or constant, and there "
             "is at least one vector";
    if (variant.loop == Loop::tile && !can_tile(desc, variant.load_bytes))
      return "tiles need an operand stored by columns, whole vectors, small squares and a single view";
    if (variant.loop == Loop::staged && !can_stage(desc, variant))
      return "staging needs contiguous rows of Out, an operand stored by columns, a tile of it that fits group memory, "
             "and a single view";
    if (const std::size_t cost = root_cost(make_plan(desc, variant, kOneSlice)); cost > kMaxRootCost)
      return fmt::format("a root signature holds {} DWORDs, and this one needs {}; with a table it needs fewer",
                         kMaxRootCost, cost);
  } else if (variant.loop != Loop::group && variant.loop != Loop::grid) {
    return "tiles, rows and staging are for tensors with strides";
  }
  if (!desc.over_a && !desc.over_b) return std::nullopt;
  if (variant.access == Access::raw && !compiler->raw_writable_loads)
    return "in place, this compiler cannot load from a writable raw view";
  if (variant.access == Access::typed && ((variant.load_bytes == 8 && !platform.device.typed_load_8) ||
                                          (variant.load_bytes == 16 && !platform.device.typed_load_16)))
    return "in place, this device cannot load from a writable typed view this wide";
  return std::nullopt;
}

/// Calls visit for the variants of users' kernels that were asked for, legal or not.
template <typename Visit>
void for_each_own(const VariantFilter& filter, const Platform& platform, Visit visit) {
  for (const KernelPtr& kernel : filter.kernels()) {
    std::vector<Build> builds = kernel->builds;
    if (builds.empty())
      for (const CompilerTraits& compiler : platform.compilers) builds.push_back(plainest_build(compiler.id));
    for (const Build& build : builds)
      for_each_own_values(*kernel, [&](const OwnValues& values) {
        if (const Variant variant = own_variant(kernel, values, build); filter.accepts_own(variant)) visit(variant);
      });
  }
}

template <typename Value>
bool serves(const std::vector<Value>& values, Value value) {
  return std::ranges::find(values, value) != values.end();
}

std::optional<std::string> why_own_illegal(const Variant& variant, const modulus::ModulusDesc& desc,
                                           const Platform& platform) {
  const KernelFile& kernel = *variant.kernel;
  if (auto reason = why_unserved(kernel, desc)) return reason;
  if (variant.threads == 0 || variant.threads > kMaxThreads)
    return fmt::format("{}:{}: a group has 1 to {} threads, not {}", kernel.file, kernel.threads.line, kMaxThreads,
                       kernel.value_of(kernel.threads, variant.values));
  if (!holds(std::array{4u, 8u, 16u}, variant.load_bytes))
    return fmt::format("{}:{}: a view's elements have 4, 8 or 16 bytes, not {}", kernel.file, kernel.stride.line,
                       kernel.value_of(kernel.stride, variant.values));
  if (const std::int64_t elements = kernel.value_of(kernel.elements, variant.values, desc.out.type); elements < 1)
    return fmt::format("{}:{}: a thread computes {} elements", kernel.file, kernel.elements.line, elements);
  if (const auto reason = why_not_on(variant, platform.device)) return reason;
  const auto compiler = std::ranges::find(platform.compilers, variant.build.compiler, &CompilerTraits::id);
  if (compiler == platform.compilers.end()) return fmt::format("no {} compiler here", name_of(variant.build.compiler));
  const Storage storage = storage_of(desc);
  if (storage != Storage::strided && slice_count(desc) > kMaxSlices)
    return fmt::format("it takes {} dispatches, more than {}", slice_count(desc), kMaxSlices);
  if (storage == Storage::strided && !fits_one_view(desc)) return "strided tensors must fit one view each";
  return std::nullopt;
}

/// Whether an axis's values follow each other as numbers do.
bool has_numbers(const KernelFile::Axis& axis) {
  return std::ranges::all_of(
      axis.values, [](const std::string& value) { return value.find_first_not_of("0123456789") == std::string::npos; });
}

/// A variant's values, by their indices.
Point point_of(const Variant& variant, const Kernels& kernels) {
  Point point;
  // A user's kernel may have values of its own, for example of threads; its own axes tell its variants apart.
  for (const Axis& axis : variant_axes())
    point.push_back(static_cast<std::uint32_t>(variant.kernel != nullptr ? axis.index_of(variant).value_or(0)
                                                                         : axis.index_of(variant).value()));
  if (kernels.empty()) return point;
  const auto which = std::ranges::find(kernels, variant.kernel);
  point.push_back(variant.kernel != nullptr ? static_cast<std::uint32_t>(which - kernels.begin()) + 1 : 0);
  for (const KernelPtr& kernel : kernels)
    for (std::size_t i = 0; i < kernel->axes.size(); ++i)
      point.push_back(kernel == variant.kernel ? variant.values[i] : 0u);
  return point;
}

/// A few variants of each kernel, spread over those in the space.
std::vector<std::size_t> spread_of(const std::vector<Variant>& variants, const Kernels& kernels) {
  constexpr std::size_t kOfEach = 4;
  std::vector<std::size_t> spread;
  for (const KernelPtr& kernel : kernels) {
    std::vector<std::size_t> own;
    for (std::size_t i = 0; i < variants.size(); ++i)
      if (variants[i].kernel == kernel) own.push_back(i);
    const std::size_t count = std::min(kOfEach, own.size());
    for (std::size_t i = 0; i < count; ++i) spread.push_back(own[i * own.size() / count]);
  }
  return spread;
}

}  // namespace

std::optional<std::string> why_unserved(const KernelFile& kernel, const modulus::ModulusDesc& desc) {
  const auto does_not_serve = [&](std::string_view what) {
    return fmt::format("{} does not say that it serves {}", kernel.file, what);
  };
  if (!serves(kernel.roundings, desc.rounding)) return does_not_serve(modulus::name_of(desc.rounding));
  if (!serves(kernel.types, desc.out.type)) return does_not_serve(name_of(desc.out.type));
  const Placement placement = desc.over_a ? Placement::in_a : desc.over_b ? Placement::in_b : Placement::out;
  if (!serves(kernel.placements, placement)) return does_not_serve(fmt::format("placement {}", name_of(placement)));
  const Storage storage = storage_of(desc);
  if (!serves(kernel.storages, storage)) return does_not_serve(fmt::format("layout {}", name_of(storage)));
  return std::nullopt;
}

std::optional<std::string> why_illegal(const Variant& variant, const modulus::ModulusDesc& desc,
                                       const Platform& platform) {
  if (is_own(variant)) return why_own_illegal(variant, desc, platform);
  for (const Axis& axis : variant_axes())
    if (variant.algorithm != modulus::Algorithm::copy && !axis.index_of(variant))
      return fmt::format("{} is one of {}", axis.name, fmt::join(axis.values, ", "));
  return why_combination_illegal(variant, Tensors(desc), platform);
}

VariantSpace::VariantSpace(const modulus::ModulusDesc& desc, const Platform& platform, const VariantFilter& filter) {
  const auto keeps = [&](const Axis& axis, std::size_t value) { return !is_ruled_out(axis, value, desc, platform); };
  if (filter.accepts_built_in())
    for_each_combination(filter, keeps, [&, tensors = Tensors(desc)](const Variant& variant) {
      if (!why_combination_illegal(variant, tensors, platform)) legal_.push_back(variant);
    });
  for_each_own(filter, platform, [&](const Variant& variant) {
    if (!why_own_illegal(variant, desc, platform)) legal_.push_back(variant);
  });
}

std::vector<IllegalVariant> illegal_variants(const modulus::ModulusDesc& desc, const Platform& platform,
                                             const VariantFilter& filter) {
  std::vector<IllegalVariant> illegal;
  const auto keeps = [&](const Axis& axis, std::size_t value) { return is_offered(axis, value, platform.device); };
  if (filter.accepts_built_in())
    for_each_combination(filter, keeps, [&, tensors = Tensors(desc)](const Variant& variant) {
      if (auto reason = why_combination_illegal(variant, tensors, platform))
        illegal.push_back({variant, std::move(*reason)});
    });
  for_each_own(filter, platform, [&](const Variant& variant) {
    if (auto reason = why_own_illegal(variant, desc, platform)) illegal.push_back({variant, std::move(*reason)});
  });
  return illegal;
}

Variant plainest_exact(const modulus::ModulusDesc& desc, const Platform& platform) {
  const VariantSpace space(desc, platform);
  const auto exact = std::ranges::find_if(
      space.legal(), [](const Variant& variant) { return accuracy_of(variant) == Accuracy::exact; });
  if (exact != space.legal().end()) return *exact;
  throw Error(fmt::format("no variant can compute this here: {}", illegal_variants(desc, platform).front().reason));
}

Space space_of(const std::vector<Variant>& variants, const Kernels& kernels) {
  Space space{.candidates = {variants.begin(), variants.end()}, .starts = spread_of(variants, kernels)};
  for (const Axis& axis : variant_axes())
    space.axes.push_back({.values = static_cast<std::uint32_t>(axis.values.size()), .ordered = axis.ordered});
  if (!kernels.empty()) space.axes.push_back({.values = static_cast<std::uint32_t>(kernels.size()) + 1});
  for (const KernelPtr& kernel : kernels)
    for (const KernelFile::Axis& axis : kernel->axes)
      space.axes.push_back({.values = static_cast<std::uint32_t>(axis.values.size()), .ordered = has_numbers(axis)});
  for (const Variant& variant : variants) space.points.push_back(point_of(variant, kernels));
  return space;
}

}  // namespace modlab::modulus
