#include "kernels/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "kernels/boxes.h"
#include "kernels/divide_up.h"
#include "kernels/divisor.h"
#include "kernels/error.h"
#include "kernels/fold.h"
#include "kernels/tiling.h"
#include "kernels/word_walk.h"

namespace modlab {
namespace {

constexpr std::uint32_t kWordBytes = 4;

/// Whether shader model 6.6's intrinsics unpack and pack the elements of a word.
bool packs_bytes(const Variant& variant, DataType type) {
  return bytes_of(type) == 1 && variant.build.shader_model >= ShaderModel{6, 6};
}

/// The defines of every kernel.
std::vector<Define> common_defines(const ModulusDesc& desc, const Variant& variant) {
  std::vector<Define> defines;
  for (const Axis& axis : variant_axes())
    for (Define& define : axis.defines(variant)) defines.push_back(std::move(define));
  defines.push_back({"PLACEMENT", desc.over_a ? "PLACEMENT_IN_A" : desc.over_b ? "PLACEMENT_IN_B" : "PLACEMENT_OUT"});
  defines.push_back(word_define("ROUNDING", name_of(desc.rounding)));
  defines.push_back(word_define("ELEMENT", name_of(desc.out.type)));
  defines.push_back({"PACKED8", packs_bytes(variant, desc.out.type) ? "1" : "0"});
  return defines;
}

/// A view of each tensor except an operand that is read through Out.
std::vector<View> make_views(const ModulusDesc& desc, Access access, std::uint32_t stride) {
  std::vector<View> views;
  if (!desc.over_a) views.push_back({Operand::a, access, stride, false});
  if (!desc.over_b) views.push_back({Operand::b, access, stride, false});
  views.push_back({Operand::out, access, stride, true});
  return views;
}

/// A dispatch of `groups`, with the first constants of shaders/indexing.hlsli.
Slice dispatch(std::uint32_t vectors, std::uint32_t groups, std::uint32_t grid_groups) {
  // Equal rows, so that a grid folded into two dimensions has few idle groups.
  const std::uint32_t rows = divide_up(groups, grid_groups);
  const std::uint32_t width = divide_up(groups, rows);
  return {.ranges = {}, .waits = false, .grid_x = width, .grid_y = rows, .constants = {vectors, 0, 0, groups, width}};
}

/// A dispatch with enough groups for `vectors`.
Slice make_slice(std::uint32_t vectors, const Variant& variant, std::uint32_t grid_groups) {
  // A slice of less than one vector still needs a group for its tail.
  const std::uint32_t groups = std::max(1u, divide_up(vectors, variant.threads * variant.per_thread));
  return dispatch(vectors, groups, grid_groups);
}

/// What every plan starts with: the tensors as words.
KernelPlan begin_plan(const ModulusDesc& desc, const Variant& variant, std::string_view shader) {
  return {.desc = desc,
          .variant = variant,
          .shader = std::string(shader),
          .entry = "main",
          .defines = common_defines(desc, variant),
          .views = make_views(desc, Access::structured, kWordBytes),
          .slices = {}};
}

/// What B is to a kernel: the values of DIVISOR in shaders/modulus.hlsl.
enum class Divisor { tensor, scalar, known };
inline constexpr std::array<Named<Divisor>, 3> kDivisorNames{
    {{Divisor::tensor, "tensor"}, {Divisor::scalar, "scalar"}, {Divisor::known, "known"}}};
constexpr std::string_view name_of(Divisor divisor) { return name_in(kDivisorNames, divisor); }

/// Adds the divisor's define and the views for the variant's vectors.
void add_vector_views(KernelPlan& plan, Divisor divisor) {
  const Variant& variant = plan.variant;
  plan.defines.push_back(word_define("DIVISOR", name_of(divisor)));
  const std::uint32_t stride = variant.access == Access::raw ? kWordBytes : variant.load_bytes;
  for (const View& view : make_views(plan.desc, variant.access, stride))
    if (divisor == Divisor::tensor || view.operand != Operand::b) plan.views.push_back(view);
}

/// The constants of shaders/indexing.hlsli for a single divisor known to the host.
void append_constants(std::vector<std::uint32_t>& constants, const DivisorConstants& divisor) {
  constants.insert(constants.end(),
                   {divisor.value, divisor.multiplier, divisor.first_shift, divisor.second_shift, divisor.mask});
}

/// Packed tensors; B is as large as the others or a single element.
KernelPlan plan_vectors(const ModulusDesc& desc, const Variant& variant, const PlanLimits& limits, bool scalar_b) {
  KernelPlan plan = begin_plan(desc, variant, "modulus.hlsl");
  add_vector_views(plan, takes_constants(variant.algorithm) ? Divisor::known
                         : scalar_b                         ? Divisor::scalar
                                                            : Divisor::tensor);
  const std::uint64_t total = element_count(desc.out.sizes) * bytes_of(desc.out.type);
  const std::uint64_t most = limits.view_words * kWordBytes;
  for (std::uint64_t first = 0; first < total; first += most) {
    const std::uint64_t bytes = std::min(most, total - first);
    const auto whole_words = static_cast<std::uint32_t>(bytes / kWordBytes);
    const auto part_bytes = static_cast<std::uint32_t>(bytes % kWordBytes);
    const std::uint32_t vector_words = variant.load_bytes / kWordBytes;
    const std::uint32_t vectors = whole_words / vector_words;
    Slice slice = make_slice(vectors, variant, limits.grid_groups);
    slice.ranges.fill({first, (bytes + kWordBytes - 1) / kWordBytes * kWordBytes});
    if (scalar_b) slice.ranges[static_cast<std::size_t>(Operand::b)] = {0, kWordBytes};
    slice.constants[1] = whole_words % vector_words + (part_bytes > 0 ? 1 : 0);
    slice.constants[2] = part_bytes > 0 ? (1u << (8 * part_bytes)) - 1 : ~0u;
    if (takes_constants(variant.algorithm))
      append_constants(slice.constants, divisor_constants(desc.b.type, *desc.divisor));
    plan.slices.push_back(std::move(slice));
  }
  return plan;
}

std::uint64_t elements_per_word(const ModulusDesc& desc) { return kWordBytes / bytes_of(desc.out.type); }

Boxes boxes_of(const ModulusDesc& desc, const PlanLimits& limits, const FoldedModulus& folded) {
  const std::uint64_t per_word = elements_per_word(desc);
  return {folded, limits.view_words * per_word - (per_word - 1)};  // a box may begin with the last element of a word
}

/// The part of one tensor that a box covers.
struct Extent {
  ByteRange range;
  std::uint32_t first;  ///< element, counted from the start of the range
};

Extent extent_of(const Box& box, const std::vector<std::uint64_t>& strides, std::uint64_t per_word) {
  std::uint64_t first = 0;
  std::uint64_t elements = 1;
  for (std::size_t i = 0; i < strides.size(); ++i) {
    first += box.first[i] * strides[i];
    elements += (box.sizes[i] - 1) * strides[i];
  }
  const auto in_word = static_cast<std::uint32_t>(first % per_word);
  return {{first / per_word * kWordBytes, divide_up(in_word + elements, per_word) * kWordBytes}, in_word};
}

/// Arrays in a constant buffer start at multiples of four constants.
std::size_t padded(std::size_t constants) { return (constants + 3) / 4 * 4; }

Slice strided_slice(const Box& box, const FoldedModulus& folded, std::uint64_t per_word, const Variant& variant,
                    const PlanLimits& limits) {
  const Extent a = extent_of(box, folded.a_strides, per_word);
  const Extent b = extent_of(box, folded.b_strides, per_word);
  const Extent out = extent_of(box, folded.out_strides, per_word);
  const WordWalk walk = walk_words(box.sizes, folded.out_strides, per_word);
  const auto words = static_cast<std::uint32_t>(divide_up(out.first + walk.elements, per_word));
  Slice slice = make_slice(words, variant, limits.grid_groups);
  slice.ranges = {a.range, b.range, out.range};

  std::vector<std::uint32_t>& constants = slice.constants;
  constants.insert(constants.end(), {a.first, b.first, out.first});
  const std::size_t rank = box.sizes.size();
  // A value past 32 bits belongs to a dimension of one element and is multiplied by 0.
  const auto push = [&](std::uint64_t value) { constants.push_back(static_cast<std::uint32_t>(value)); };
  for (std::size_t i = 0; i < rank; ++i)
    for (const std::uint64_t value :
         {std::uint64_t{box.sizes[i]}, folded.a_strides[i], folded.b_strides[i], walk.strides[i]})
      push(value);
  const std::size_t padded_rank = padded(rank);
  for (std::size_t i = 0; i < padded_rank; ++i)
    push(i < rank ? std::bit_cast<std::uint32_t>(1.0f / static_cast<float>(walk.strides[i])) : 0);
  for (std::size_t i = 0; i < padded_rank; ++i)
    push(i < rank ? (folded.out_strides[i] - walk.strides[i]) / per_word : 0);
  return slice;
}

/// Tensors with strides, computed by the words of Out's storage.
KernelPlan plan_strided(const ModulusDesc& desc, const Variant& variant, const PlanLimits& limits,
                        const FoldedModulus& folded) {
  KernelPlan plan = begin_plan(desc, variant, "modulus_strided.hlsl");
  const std::uint64_t per_word = elements_per_word(desc);
  plan.defines.push_back({"RANK", fmt::to_string(folded.sizes.size())});
  plan.defines.push_back({"DIVISOR", "DIVISOR_TENSOR"});
  plan.defines.push_back({"RUN", per_word == 1 || folded.out_strides.back() == 1 ? "1" : "0"});
  const Boxes boxes = boxes_of(desc, limits, folded);
  for (std::uint64_t i = 0; i < boxes.count(); ++i) {
    Slice slice = strided_slice(boxes.at(i), folded, per_word, variant, limits);
    slice.waits = i > 0 && per_word > 1;
    plan.slices.push_back(std::move(slice));
  }
  return plan;
}

/// The width of a group in threads: its tile is about square, with rows of at least 128 bytes.
std::uint32_t threads_across(const Variant& variant) {
  constexpr std::uint32_t kMinRowBytes = 128;
  std::uint32_t across = std::min(variant.threads, kMinRowBytes / variant.load_bytes);
  while (4 * across * across <= variant.threads * variant.per_thread && 2 * across <= variant.threads) across *= 2;
  return across;
}

/// A tensor as tiles see it, in vectors.
struct TiledTensor {
  TiledTensor(const std::vector<std::uint64_t>& of, const Tiling& tiling, bool by_columns,
              std::uint32_t elements_per_vector)
      : strides(of),
        elements(elements_per_vector),
        step(stride(by_columns ? of.size() - 1 : tiling.rows)),
        across(by_columns ? step * elements : 1),
        down(by_columns ? 1 : step * elements) {}

  [[nodiscard]] std::uint32_t stride(std::size_t i) const { return static_cast<std::uint32_t>(strides[i] / elements); }

  const std::vector<std::uint64_t>& strides;
  std::uint32_t elements;
  std::uint32_t step;    ///< from one column to the next, or one row to the next
  std::uint32_t across;  ///< from one square to the next in its row
  std::uint32_t down;    ///< ... in its column
};

/// A dimension of tiles, as in shaders/indexing.hlsli.
struct TileDimension {
  std::uint32_t size;
  std::uint32_t a_stride;
  std::uint32_t b_stride;
  std::uint32_t out_stride;
  std::uint32_t tiles;
};

/// Tensors with an operand stored by columns.
KernelPlan plan_tiles(const ModulusDesc& desc, const Variant& variant, const PlanLimits& limits,
                      const FoldedModulus& folded) {
  const std::uint32_t side = variant.load_bytes / bytes_of(desc.out.type);
  const Tiling tiling = find_tiling(folded, side).value();
  const TiledTensor a(folded.a_strides, tiling, tiling.a_by_columns, side);
  const TiledTensor b(folded.b_strides, tiling, tiling.b_by_columns, side);
  const TiledTensor out(folded.out_strides, tiling, false, side);

  const std::size_t columns = folded.sizes.size() - 1;
  const std::uint32_t threads = threads_across(variant);
  const std::uint32_t across = folded.sizes[columns] / side;
  const std::uint32_t down = folded.sizes[tiling.rows] / side;
  std::vector<TileDimension> dimensions{
      {across, a.across, b.across, out.across, divide_up(across, threads)},
      {down, a.down, b.down, out.down, divide_up(down, variant.threads / threads * variant.per_thread)}};
  for (std::size_t i = columns; i-- > 0;)
    if (i != tiling.rows)
      dimensions.push_back({folded.sizes[i], a.stride(i), b.stride(i), out.stride(i), folded.sizes[i]});

  KernelPlan plan = begin_plan(desc, variant, "modulus_tiled.hlsl");
  add_vector_views(plan, Divisor::tensor);
  plan.defines.push_back({"TILE_DIMENSIONS", fmt::to_string(dimensions.size())});
  plan.defines.push_back({"THREADS_ACROSS", fmt::to_string(threads)});
  plan.defines.push_back({"A_BY_COLUMNS", tiling.a_by_columns ? "1" : "0"});
  plan.defines.push_back({"B_BY_COLUMNS", tiling.b_by_columns ? "1" : "0"});

  std::uint32_t groups = 1;
  for (const TileDimension& dimension : dimensions) groups *= dimension.tiles;
  Slice slice = dispatch(0, groups, limits.grid_groups);
  slice.ranges = {ByteRange{0, storage_bytes(desc.a)}, ByteRange{0, storage_bytes(desc.b)},
                  ByteRange{0, storage_bytes(desc.out)}};
  std::vector<std::uint32_t>& constants = slice.constants;
  constants.insert(constants.end(), {a.step, b.step, out.step});
  for (const TileDimension& dimension : dimensions)
    constants.insert(constants.end(), {dimension.size, dimension.a_stride, dimension.b_stride, dimension.out_stride});
  dimensions.resize(padded(dimensions.size()));
  for (const TileDimension& dimension : dimensions) constants.push_back(dimension.tiles);
  for (const TileDimension& dimension : dimensions)
    constants.push_back(std::bit_cast<std::uint32_t>(1.0f / static_cast<float>(std::max(dimension.tiles, 1u))));
  plan.slices.push_back(std::move(slice));
  return plan;
}

bool can_vectorize(const FoldedModulus& folded) { return is_packed(folded) || has_scalar_b(folded); }

}  // namespace

bool can_vectorize(const ModulusDesc& desc) { return can_vectorize(fold(desc)); }

bool can_tile(const ModulusDesc& desc, std::uint32_t load_bytes, const PlanLimits& limits) {
  const std::uint32_t side = load_bytes / bytes_of(desc.out.type);
  // More would not fit a mask of words, nor a thread's registers.
  constexpr std::uint32_t kMaxWords = 32;
  if (side * load_bytes > kMaxWords * kWordBytes) return false;
  return std::ranges::max({storage_bytes(desc.a), storage_bytes(desc.b), storage_bytes(desc.out)}) <=
             limits.view_words * kWordBytes &&
         find_tiling(fold(desc), side);
}

std::uint64_t slice_count(const ModulusDesc& desc, const PlanLimits& limits) {
  const FoldedModulus folded = fold(desc);
  if (!can_vectorize(folded)) return boxes_of(desc, limits, folded).count();
  return divide_up(storage_bytes(desc.out), limits.view_words * kWordBytes);
}

KernelPlan make_plan(const ModulusDesc& desc, const Variant& variant, const PlanLimits& limits) {
  if (const std::uint64_t slices = slice_count(desc, limits); slices > kMaxSlices)
    throw Error(fmt::format("it takes {} dispatches, more than {}", slices, kMaxSlices));
  if (takes_constants(variant.algorithm) && !desc.divisor)
    throw Error("the algorithm needs a single divisor known on the host");
  const FoldedModulus folded = fold(desc);
  if (has_scalar_b(folded)) return plan_vectors(desc, variant, limits, true);
  if (is_packed(folded)) return plan_vectors(desc, variant, limits, false);
  if (variant.loop == Loop::tile && !can_tile(desc, variant.load_bytes, limits))
    throw Error("the tensors have no tiles of this size");
  if (variant.loop == Loop::tile) return plan_tiles(desc, variant, limits, folded);
  return plan_strided(desc, variant, limits, folded);
}

std::size_t root_cost(const KernelPlan& plan) {
  return plan.slices.front().constants.size() + (plan.variant.binding == Binding::table ? 1 : 2 * plan.views.size());
}

}  // namespace modlab
