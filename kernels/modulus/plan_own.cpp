#include <algorithm>
#include <utility>
#include <vector>

#include "kernels/divide_up.h"
#include "kernels/files/kernel_file.h"
#include "kernels/modulus/axis.h"
#include "kernels/modulus/plan_families.h"
#include "kernels/modulus/plan_parts.h"

namespace modlab::modulus {
namespace {

/// The dimensions of shaders/modlab.hlsli.
constexpr std::size_t kDimensions = 8;

/// The first of a type's exact algorithms is its plainest.
Algorithm plainest_exact(DataType type) {
  const auto fits = [&](const AlgorithmInfo& info) {
    return info.accuracy == Accuracy::exact && std::ranges::find(info.types, type) != info.types.end();
  };
  return std::ranges::find_if(modulus_algorithms(), fits)->algorithm;
}

/// A view of each tensor, and the registers that they take. In place there is none of the operand that Out overwrites.
class Views {
 public:
  explicit Views(KernelPlan& plan) : plan_(plan) {}

  void add(Access access, std::uint32_t stride, const std::string& suffix, Storage storage) {
    if (!plan_.desc.over_a) add_one({kTensorA, access, stride, false}, "A" + suffix);
    // A single element may be less than one of the view's.
    const bool single = storage == Storage::broadcast_b && access != Access::raw;
    if (!plan_.desc.over_b)
      add_one(single ? View{kTensorB, Access::structured, kWordBytes, false} : View{kTensorB, access, stride, false},
              "B" + suffix);
    add_one({kTensorOut, access, stride, true}, "OUT" + suffix);
  }

 private:
  void add_one(const View& view, const std::string& name) {
    const std::size_t index = view.writable ? written_++ : read_++;
    plan_.defines.push_back({name, (view.writable ? "u" : "t") + std::to_string(index)});
    plan_.views.push_back(view);
  }

  KernelPlan& plan_;
  std::size_t read_ = 0;
  std::size_t written_ = 0;
};

/// The views that the file asks for and, unless these are the same, views of words: for what is left after whole
/// vectors, and because not every compiler can load from every writable view.
void add_views(KernelPlan& plan, Storage storage) {
  const Variant& variant = plan.variant;
  Views views(plan);
  if (variant.access == Access::structured && variant.load_bytes == kWordBytes)
    return views.add(Access::structured, kWordBytes, "_REGISTER", storage);
  views.add(Access::structured, kWordBytes, "_WORDS_REGISTER", storage);
  views.add(variant.access, variant.access == Access::raw ? kWordBytes : variant.load_bytes, "_REGISTER", storage);
}

/// A dispatch over elements that lie in these bytes of Out's storage.
Slice slice_of(const KernelPlan& plan, std::uint64_t elements, std::uint64_t bytes, std::uint32_t grid_groups) {
  const Variant& variant = plan.variant;
  const KernelFile& kernel = *variant.kernel;
  const auto per_thread =
      static_cast<std::uint64_t>(kernel.value_of(kernel.elements, variant.values, plan.desc.out.type));
  Slice slice{.constants = {static_cast<std::uint32_t>(elements),
                            static_cast<std::uint32_t>(divide_up(bytes, std::uint64_t{kWordBytes})),
                            bytes % kWordBytes > 0 ? (1u << (8 * (bytes % kWordBytes))) - 1 : ~0u, 0, 0}};
  set_groups(slice, static_cast<std::uint32_t>(divide_up(elements, per_thread * variant.threads)), grid_groups);
  return slice;
}

}  // namespace

KernelPlan plan_own(const ModulusDesc& desc, const Variant& variant, const PlanLimits& limits,
                    const FoldedModulus& folded) {
  const KernelFile& kernel = *variant.kernel;
  const Storage storage = storage_of(desc);
  KernelPlan plan = plan_of(desc, variant, kernel.file);
  plan.entry = kernel.entry;
  plan.sources = kernel.all_sources;
  for (std::size_t i = 0; i < kernel.axes.size(); ++i)
    plan.defines.push_back({kernel.axes[i].name, kernel.axes[i].values[variant.values[i]]});
  add_tensor_defines(plan);
  plan.defines.push_back(word_define("STORAGE", storage == Storage::broadcast_b ? "BROADCAST_B" : name_of(storage)));
  plan.defines.push_back({"EXACT_ALGORITHM", word_define("ALGORITHM", name_of(plainest_exact(desc.out.type))).value});
  plan.defines.push_back({"ELEMENT_BYTES", std::to_string(bytes_of(desc.out.type))});
  plan.defines.push_back({"NATIVE16", variant.build.native16 ? "1" : "0"});
  plan.defines.push_back({"WAVE_LANES", std::to_string(variant.build.wave_lanes)});
  add_views(plan, storage);

  const auto whole_words = [](std::uint64_t bytes) { return divide_up(bytes, std::uint64_t{kWordBytes}) * kWordBytes; };
  const std::uint64_t size = bytes_of(desc.out.type);
  if (storage == Storage::strided) {
    Slice slice = slice_of(plan, element_count(desc.out.sizes), storage_bytes(desc.out), limits.grid_groups);
    slice.ranges = {ByteRange{0, whole_words(storage_bytes(desc.a))}, ByteRange{0, whole_words(storage_bytes(desc.b))},
                    ByteRange{0, whole_words(storage_bytes(desc.out))}};
    slice.constants.push_back(static_cast<std::uint32_t>(folded.sizes.size()));
    slice.constants.resize(padded(slice.constants.size()));
    for (std::size_t i = 0; i < kDimensions; ++i) {
      const bool has = i < folded.sizes.size();
      for (const std::uint64_t value : {has ? std::uint64_t{folded.sizes[i]} : 1, has ? folded.a_strides[i] : 0,
                                        has ? folded.b_strides[i] : 0, has ? folded.out_strides[i] : 0})
        slice.constants.push_back(static_cast<std::uint32_t>(value));
    }
    plan.slices.push_back(std::move(slice));
    return plan;
  }
  const std::uint64_t total = element_count(desc.out.sizes) * size;
  const std::uint64_t most = limits.view_words * kWordBytes;
  for (std::uint64_t first = 0; first < total; first += most) {
    const std::uint64_t bytes = std::min(most, total - first);
    Slice slice = slice_of(plan, bytes / size, bytes, limits.grid_groups);
    slice.ranges.assign(3, {first, whole_words(bytes)});
    if (storage == Storage::broadcast_b) slice.ranges[kTensorB] = {0, kWordBytes};
    plan.slices.push_back(std::move(slice));
  }
  return plan;
}

}  // namespace modlab::modulus

modlab::Storage modlab::storage_of(const modulus::ModulusDesc& desc) {
  const modulus::FoldedModulus folded = fold(desc);
  if (has_scalar_b(folded)) return Storage::broadcast_b;
  return is_packed(folded) ? Storage::packed : Storage::strided;
}
