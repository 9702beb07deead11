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

// A choice: as many as a transposed tensor of 128 GiB takes. Only strides of Out that interleave ask for more of a
// tensor that fits a device.
constexpr std::uint64_t kMostSlices = 65'536;

/// Calls visit for every combination of the axes' values, legal or not.
template <typename Visit>
void for_each_combination(Visit visit) {
  for (const AlgorithmInfo& algorithm : modulus_algorithms())
    for (const auto& access : kAccessNames)
      for (const std::uint32_t load_bytes : kLoadBytes)
        for (const std::uint32_t per_thread : kPerThread)
          for (const std::uint32_t threads : kThreads)
            for (const auto& loop : kLoopNames)
              for (const auto& binding : kBindingNames)
                for (const auto& compiler : kCompilerNames)
                  for (const bool precise : {false, true})
                    visit(Variant{.access = access.value,
                                  .load_bytes = load_bytes,
                                  .per_thread = per_thread,
                                  .threads = threads,
                                  .loop = loop.value,
                                  .algorithm = algorithm.algorithm,
                                  .binding = binding.value,
                                  .compiler = compiler.value,
                                  .shader_model = plainest_model(compiler.value),
                                  .precise = precise});
}

template <typename Values>
bool holds(const Values& values, std::uint32_t value) {
  return std::ranges::find(values, value) != values.end();
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
  if (variant.shader_model > platform.device.highest_shader_model)
    return fmt::format("the device takes shader models up to {}", name_of(platform.device.highest_shader_model));
  const auto compiler = std::ranges::find(platform.compilers, variant.compiler, &CompilerTraits::id);
  if (compiler == platform.compilers.end()) return fmt::format("no {} compiler here", name_of(variant.compiler));
  if (variant.algorithm == Algorithm::fma && !compiler->fused_mad)
    return "mad is rounded twice here, and the algorithm needs it rounded once";
  if (variant.precise && !compiler->precise) return "this compiler makes the same kernel with precise as without";
  if (variant.shader_model != plainest_model(variant.compiler))
    return fmt::format("{} kernels are of shader model {}", name_of(variant.compiler),
                       name_of(plainest_model(variant.compiler)));
  if (const std::uint64_t slices = slice_count(desc); slices > kMostSlices)
    return fmt::format("it takes {} dispatches, more than {}", slices, kMostSlices);
  if (!takes_vectors(desc)) {
    if (variant.access != Access::structured || variant.load_bytes != 4)
      return "strided tensors are gathered word by word, through structured views of 4 bytes";
    return std::nullopt;
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
  for_each_combination([&](const Variant& variant) {
    if (!filter.accepts(variant)) return;
    if (auto reason = why_illegal(variant, desc, platform))
      illegal_.push_back({variant, std::move(*reason)});
    else
      legal_.push_back(variant);
  });
}

}  // namespace modlab
