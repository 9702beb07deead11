#include "kernels/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <span>

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
constexpr std::uint32_t kGroupMemoryBytes = 32'768;  // D3D11_CS_TGSM_REGISTER_COUNT words, which Direct3D 12 keeps

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

/// Lets a dispatch run this many groups: in equal rows, so that a grid folded into two dimensions has few idle ones.
void set_groups(Slice& slice, std::uint32_t groups, std::uint32_t grid_groups) {
  slice.grid_y = divide_up(groups, grid_groups);
  slice.grid_x = divide_up(groups, slice.grid_y);
  slice.constants[3] = groups;
  slice.constants[4] = slice.grid_x;
}

/// A dispatch of `groups`, with the first constants of shaders/indexing.hlsli.
Slice dispatch(std::uint32_t vectors, std::uint32_t groups, std::uint32_t grid_groups) {
  Slice slice{.ranges = {}, .waits = false, .grid_x = 0, .grid_y = 0, .constants = {vectors, 0, 0, 0, 0}};
  set_groups(slice, groups, grid_groups);
  return slice;
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

/// Boxes for views that begin at multiples of `unit` elements: a box may begin with the last of them.
Boxes boxes_of(const ModulusDesc& desc, const PlanLimits& limits, const FoldedModulus& folded, std::uint64_t unit) {
  return {folded, limits.view_words * elements_per_word(desc) - (unit - 1)};
}

/// The part of one tensor that a box covers.
struct Extent {
  ByteRange range;
  std::uint32_t first;  ///< element, counted from the start of the range
};

/// In a range that begins at a multiple of `unit` elements.
Extent extent_of(const Box& box, const std::vector<std::uint64_t>& strides, std::uint64_t unit,
                 std::uint64_t per_word) {
  std::uint64_t first = 0;
  std::uint64_t elements = 1;
  for (std::size_t i = 0; i < strides.size(); ++i) {
    first += box.first[i] * strides[i];
    elements += (box.sizes[i] - 1) * strides[i];
  }
  const auto in_unit = static_cast<std::uint32_t>(first % unit);
  return {{(first - in_unit) / per_word * kWordBytes, divide_up(in_unit + elements, per_word) * kWordBytes}, in_unit};
}

/// Arrays in a constant buffer start at multiples of four constants.
std::size_t padded(std::size_t constants) { return (constants + 3) / 4 * 4; }

/// A dispatch that walks over Out in units of this many elements: words, or vectors.
Slice strided_slice(const Box& box, const FoldedModulus& folded, std::uint64_t unit, std::uint64_t per_word,
                    const Variant& variant, const PlanLimits& limits) {
  const Extent a = extent_of(box, folded.a_strides, unit, per_word);
  const Extent b = extent_of(box, folded.b_strides, unit, per_word);
  const Extent out = extent_of(box, folded.out_strides, unit, per_word);
  const WordWalk walk = walk_words(box.sizes, folded.out_strides, unit);
  // By rows, the words after the last whole vector are counted apart.
  const std::uint64_t covered = out.first + walk.elements;
  const bool by_rows = variant.loop == Loop::rows;
  const auto units = static_cast<std::uint32_t>(by_rows ? covered / unit : divide_up(covered, unit));
  Slice slice = make_slice(units, variant, limits.grid_groups);
  slice.ranges = {a.range, b.range, out.range};
  if (by_rows) slice.constants[1] = static_cast<std::uint32_t>(divide_up(covered % unit, per_word));

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
  for (std::size_t i = 0; i < padded_rank; ++i) push(i < rank ? (folded.out_strides[i] - walk.strides[i]) / unit : 0);
  return slice;
}

void add_strided_slices(KernelPlan& plan, const FoldedModulus& folded, std::uint64_t unit, const PlanLimits& limits) {
  const std::uint64_t per_word = elements_per_word(plan.desc);
  const Boxes boxes = boxes_of(plan.desc, limits, folded, unit);
  for (std::uint64_t i = 0; i < boxes.count(); ++i) {
    Slice slice = strided_slice(boxes.at(i), folded, unit, per_word, plan.variant, limits);
    slice.waits = i > 0 && per_word > 1;
    plan.slices.push_back(std::move(slice));
  }
}

/// Tensors with strides, computed by the words of Out's storage.
KernelPlan plan_strided(const ModulusDesc& desc, const Variant& variant, const PlanLimits& limits,
                        const FoldedModulus& folded) {
  KernelPlan plan = begin_plan(desc, variant, "modulus_strided.hlsl");
  const std::uint64_t per_word = elements_per_word(desc);
  plan.defines.push_back({"RANK", fmt::to_string(folded.sizes.size())});
  plan.defines.push_back({"DIVISOR", "DIVISOR_TENSOR"});
  plan.defines.push_back({"RUN", per_word == 1 || folded.out_strides.back() == 1 ? "1" : "0"});
  add_strided_slices(plan, folded, per_word, limits);
  return plan;
}

/// Whether the walk of a strided slice is shorter than Out's storage: the last constants say what it skips.
bool skips_units(const Slice& slice, std::size_t rank) {
  const std::span skips = std::span(slice.constants).last(padded(rank));
  return std::ranges::any_of(skips, [](std::uint32_t units) { return units != 0; });
}

/// How an operand's rows lie beside Out's: the values of A_RUN and B_RUN in shaders/modulus_rows.hlsl.
enum class Run { same, aligned, shifted, constant };
inline constexpr std::array<Named<Run>, 4> kRunNames{
    {{Run::same, "same"}, {Run::aligned, "aligned"}, {Run::shifted, "shifted"}, {Run::constant, "constant"}}};

Run run_of(const std::vector<std::uint64_t>& strides, const FoldedModulus& folded, std::uint64_t per_vector) {
  if (strides.back() == 0) return Run::constant;
  if (strides == folded.out_strides) return Run::same;
  for (std::size_t i = 0; i < strides.size(); ++i)
    if (strides[i] % per_vector != folded.out_strides[i] % per_vector) return Run::shifted;
  return Run::aligned;
}

/// Whether Out has no gaps, A is stored like it, and B begins anew with every step along the first dimension.
bool repeats_divisors(const FoldedModulus& folded) {
  return is_one_run(folded.sizes, folded.out_strides) && folded.a_strides == folded.out_strides &&
         folded.b_strides.front() == 0;
}

/// Gives each thread vectors with the same divisors, which repeat after this many elements. Neighbouring threads still
/// have neighbouring vectors.
void repeat_every(Slice& slice, std::uint64_t elements, std::uint64_t per_vector, const Variant& variant,
                  const PlanLimits& limits) {
  const std::uint64_t vectors = slice.constants[0];
  const std::uint64_t least = elements / std::gcd(elements, per_vector);
  const std::uint64_t period = least * divide_up(std::uint64_t{variant.threads}, least);
  const std::uint64_t laps = vectors / (period * variant.per_thread);
  const std::uint64_t threads = laps * period + std::min(period, vectors - laps * period * variant.per_thread);
  const std::uint64_t groups = std::max<std::uint64_t>(1, divide_up(threads, std::uint64_t{variant.threads}));
  set_groups(slice, static_cast<std::uint32_t>(groups), limits.grid_groups);
  slice.constants[2] = static_cast<std::uint32_t>(period);
}

/// Tensors with rows that are runs, computed by the vectors of Out's storage.
KernelPlan plan_rows(const ModulusDesc& desc, const Variant& variant, const PlanLimits& limits,
                     const FoldedModulus& folded) {
  const std::uint64_t per_vector = variant.load_bytes / bytes_of(desc.out.type);
  const auto run_define = [&](const char* name, const std::vector<std::uint64_t>& strides) {
    Define define = word_define("RUN", name_in(kRunNames, run_of(strides, folded, per_vector)));
    define.name = name;
    return define;
  };
  KernelPlan plan = begin_plan(desc, variant, "modulus_rows.hlsl");
  add_vector_views(plan, Divisor::tensor);
  plan.defines.push_back({"RANK", fmt::to_string(folded.sizes.size())});
  plan.defines.push_back(run_define("A_RUN", folded.a_strides));
  plan.defines.push_back(run_define("B_RUN", folded.b_strides));
  add_strided_slices(plan, folded, per_vector, limits);
  const bool skips =
      std::ranges::any_of(plan.slices, [&](const Slice& slice) { return skips_units(slice, folded.sizes.size()); });
  plan.defines.push_back({"SKIPS", skips ? "1" : "0"});
  const bool repeats = plan.slices.size() == 1 && repeats_divisors(folded);
  plan.defines.push_back({"REPEATS", repeats ? "1" : "0"});
  if (repeats) repeat_every(plan.slices.front(), folded.out_strides.front(), per_vector, variant, limits);
  return plan;
}

/// How the threads of a group and the squares of a thread are arranged.
struct TileShape {
  std::uint32_t threads_across;
  std::uint32_t threads_down;
  std::uint32_t squares_down;  ///< of one thread, below each other

  [[nodiscard]] std::uint32_t down() const { return threads_down * squares_down; }
};

/// For matrices of this many squares: a group's tile is about square, with rows of at least 128 bytes, unless a matrix
/// is smaller than that.
TileShape tile_shape(const Variant& variant, std::uint32_t across, std::uint32_t down) {
  constexpr std::uint32_t kMinRowBytes = 128;
  std::uint32_t wide = std::min(variant.threads, kMinRowBytes / variant.load_bytes);
  while (4 * wide * wide <= variant.threads * variant.per_thread && 2 * wide <= variant.threads) wide *= 2;
  wide = std::min(wide, std::bit_ceil(across));
  const std::uint32_t high = std::min(variant.threads / wide, std::bit_ceil(down));
  wide = std::min(variant.threads / high, std::bit_ceil(across));
  return {wide, high, std::min(variant.per_thread, std::bit_ceil(divide_up(down, high)))};
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
  std::uint32_t divisor;
};

/// A dispatch over whole tensors.
Slice tiled_slice(const ModulusDesc& desc, const PlanLimits& limits, std::uint32_t tiles_across,
                  std::uint32_t tiles_down, std::uint32_t tiles_behind) {
  Slice slice = dispatch(0, tiles_across * tiles_down * tiles_behind, limits.grid_groups);
  slice.constants[1] = tiles_across;
  slice.constants[2] = tiles_down;
  slice.ranges = {ByteRange{0, storage_bytes(desc.a)}, ByteRange{0, storage_bytes(desc.b)},
                  ByteRange{0, storage_bytes(desc.out)}};
  return slice;
}

void append_dimensions(std::vector<std::uint32_t>& constants, std::vector<TileDimension> dimensions) {
  constants.resize(padded(constants.size()));
  for (const TileDimension& dimension : dimensions)
    constants.insert(constants.end(), {dimension.size, dimension.a_stride, dimension.b_stride, dimension.out_stride});
  dimensions.resize(padded(dimensions.size()));
  for (const TileDimension& dimension : dimensions)
    constants.push_back(std::bit_cast<std::uint32_t>(1.0f / static_cast<float>(std::max(dimension.divisor, 1u))));
}

/// Tensors with an operand stored by columns, in registers.
KernelPlan plan_tiles(const ModulusDesc& desc, const Variant& variant, const PlanLimits& limits,
                      const FoldedModulus& folded) {
  const std::uint32_t side = variant.load_bytes / bytes_of(desc.out.type);
  const Tiling tiling = find_tiling(folded, side).value();
  const TiledTensor a(folded.a_strides, tiling, tiling.a_by_columns, side);
  const TiledTensor b(folded.b_strides, tiling, tiling.b_by_columns, side);
  const TiledTensor out(folded.out_strides, tiling, false, side);

  const std::size_t columns = folded.sizes.size() - 1;
  const std::uint32_t across = folded.sizes[columns] / side;
  const std::uint32_t down = folded.sizes[tiling.rows] / side;
  const TileShape shape = tile_shape(variant, across, down);
  const std::uint32_t tiles_across = divide_up(across, shape.threads_across);
  const std::uint32_t tiles_down = divide_up(down, shape.down());
  std::vector<TileDimension> dimensions{{across, a.across, b.across, out.across, tiles_across},
                                        {down, a.down, b.down, out.down, tiles_down}};
  std::uint32_t behind = 1;
  for (std::size_t i = columns; i-- > 0;)
    if (i != tiling.rows) {
      dimensions.push_back({folded.sizes[i], a.stride(i), b.stride(i), out.stride(i), folded.sizes[i]});
      behind *= folded.sizes[i];
    }

  KernelPlan plan = begin_plan(desc, variant, "modulus_tiled.hlsl");
  add_vector_views(plan, Divisor::tensor);
  plan.defines.push_back({"TILE_DIMENSIONS", fmt::to_string(dimensions.size())});
  plan.defines.push_back({"THREADS_ACROSS", fmt::to_string(shape.threads_across)});
  plan.defines.push_back({"THREADS_DOWN", fmt::to_string(shape.threads_down)});
  plan.defines.push_back({"SQUARES_DOWN", fmt::to_string(shape.squares_down)});
  plan.defines.push_back({"A_BY_COLUMNS", tiling.a_by_columns ? "1" : "0"});
  plan.defines.push_back({"B_BY_COLUMNS", tiling.b_by_columns ? "1" : "0"});

  const std::uint32_t squares = variant.threads * variant.per_thread;
  plan.slices.push_back(tiled_slice(desc, limits, tiles_across, tiles_down,
                                    divide_up(behind, squares / (shape.threads_across * shape.down()))));
  std::vector<std::uint32_t>& constants = plan.slices.front().constants;
  constants.insert(constants.end(), {a.step, b.step, out.step});
  append_dimensions(constants, std::move(dimensions));
  return plan;
}

inline constexpr std::array<Named<Stored>, 4> kStoredNames{
    {{Stored::same, "same"}, {Stored::columns, "columns"}, {Stored::shifted, "shifted"}, {Stored::anyhow, "anyhow"}}};

/// A group's part of an operator's matrices. All powers of two.
struct StagedTile {
  std::uint32_t vectors_across;
  std::uint32_t rows_down;
  std::uint32_t layers;  ///< matrices behind each other
};

/// For matrices of this many rows and vectors across: about square, with rows of at least 128 bytes, unless a matrix is
/// smaller than that.
StagedTile staged_tile(const Variant& variant, std::uint32_t across, std::uint32_t rows, std::uint32_t per_vector) {
  constexpr std::uint32_t kMinRowBytes = 128;
  const std::uint32_t vectors = variant.threads * variant.per_thread;
  const std::uint32_t most_down = std::max(std::bit_ceil(rows), per_vector);
  std::uint32_t wide = std::min(vectors / per_vector, kMinRowBytes / variant.load_bytes);
  while (4 * wide * wide * per_vector <= vectors) wide *= 2;
  wide = std::min(wide, std::bit_ceil(across));
  const std::uint32_t high = std::min(vectors / wide, most_down);
  wide = std::min(vectors / high, std::bit_ceil(across));
  return {wide, high, vectors / (wide * high)};
}

/// An operator's staging and tiles.
struct StagedMatrices {
  StagedMatrices(const ModulusDesc& desc, const Variant& variant, const FoldedModulus& folded, const Staging& found)
      : staging(found),
        per_vector(variant.load_bytes / bytes_of(desc.out.type)),
        columns(folded.sizes.back()),
        rows(folded.sizes[found.rows]),
        across(divide_up(columns + (found.whole_rows ? 0 : per_vector - 1), per_vector)),
        tile(staged_tile(variant, across, rows, per_vector)) {}

  /// As shaders/modulus_staged.hlsl declares it.
  [[nodiscard]] std::uint32_t group_memory_bytes(DataType type) const {
    const std::uint32_t staged_columns = (tile.vectors_across + (staging.whole_rows ? 0 : 1)) * per_vector;
    const std::uint32_t column_words = tile.rows_down * bytes_of(type) / kWordBytes;
    return staging.staged() * tile.layers * staged_columns * (column_words + 1) * kWordBytes;
  }

  Staging staging;
  std::uint32_t per_vector;
  std::uint32_t columns;
  std::uint32_t rows;
  std::uint32_t across;  ///< vectors of the longest row
  StagedTile tile;
};

/// Tensors with an operand stored by columns, through group memory.
KernelPlan plan_staged(const ModulusDesc& desc, const Variant& variant, const PlanLimits& limits,
                       const FoldedModulus& folded) {
  const std::uint32_t per_vector = variant.load_bytes / bytes_of(desc.out.type);
  const StagedMatrices matrices(desc, variant, folded, find_staging(folded, per_vector).value());
  const StagedTile& tile = matrices.tile;
  const std::size_t rows = matrices.staging.rows;
  const std::size_t columns = folded.sizes.size() - 1;
  const std::uint32_t tiles_across = divide_up(matrices.across, tile.vectors_across);
  const std::uint32_t tiles_down = divide_up(matrices.rows, tile.rows_down);
  std::vector<TileDimension> dimensions;
  const auto add = [&](std::size_t i, std::uint32_t divisor) {
    const auto stride = [i](const std::vector<std::uint64_t>& of) { return static_cast<std::uint32_t>(of[i]); };
    dimensions.push_back(
        {folded.sizes[i], stride(folded.a_strides), stride(folded.b_strides), stride(folded.out_strides), divisor});
  };
  add(columns, tiles_across);
  add(rows, tiles_down);
  std::uint32_t behind = 1;
  for (std::size_t i = columns; i-- > 0;)
    if (i != rows) {
      add(i, folded.sizes[i]);
      behind *= folded.sizes[i];
    }

  KernelPlan plan = begin_plan(desc, variant, "modulus_staged.hlsl");
  add_vector_views(plan, Divisor::tensor);
  const auto stored_define = [](const char* name, Stored stored) {
    Define define = word_define("STORED", name_in(kStoredNames, stored));
    define.name = name;
    return define;
  };
  plan.defines.push_back({"TILE_DIMENSIONS", fmt::to_string(dimensions.size())});
  plan.defines.push_back({"VECTORS_ACROSS", fmt::to_string(tile.vectors_across)});
  plan.defines.push_back({"ROWS_DOWN", fmt::to_string(tile.rows_down)});
  plan.defines.push_back({"LAYERS", fmt::to_string(tile.layers)});
  plan.defines.push_back(stored_define("A_STORED", matrices.staging.a));
  plan.defines.push_back(stored_define("B_STORED", matrices.staging.b));
  plan.defines.push_back({"WHOLE_ROWS", matrices.staging.whole_rows ? "1" : "0"});
  plan.slices.push_back(tiled_slice(desc, limits, tiles_across, tiles_down, divide_up(behind, tile.layers)));
  append_dimensions(plan.slices.front().constants, std::move(dimensions));
  return plan;
}

bool fits_one_view(const ModulusDesc& desc, const PlanLimits& limits) {
  return std::ranges::max({storage_bytes(desc.a), storage_bytes(desc.b), storage_bytes(desc.out)}) <=
         limits.view_words * kWordBytes;
}

bool can_vectorize(const FoldedModulus& folded) { return is_packed(folded) || has_scalar_b(folded); }

}  // namespace

bool can_vectorize(const ModulusDesc& desc) { return can_vectorize(fold(desc)); }

bool can_tile(const ModulusDesc& desc, std::uint32_t load_bytes, const PlanLimits& limits) {
  const std::uint32_t side = load_bytes / bytes_of(desc.out.type);
  return fits_one_view(desc, limits) && find_tiling(fold(desc), side);
}

bool can_stage(const ModulusDesc& desc, const Variant& variant, const PlanLimits& limits) {
  const FoldedModulus folded = fold(desc);
  const std::optional<Staging> staging = find_staging(folded, variant.load_bytes / bytes_of(desc.out.type));
  return fits_one_view(desc, limits) && staging &&
         StagedMatrices(desc, variant, folded, *staging).group_memory_bytes(desc.out.type) <= kGroupMemoryBytes;
}

bool has_rows(const ModulusDesc& desc, std::uint32_t load_bytes) {
  const FoldedModulus folded = fold(desc);
  return folded.out_strides.back() == 1 && folded.a_strides.back() <= 1 && folded.b_strides.back() <= 1 &&
         folded.sizes.back() >= load_bytes / bytes_of(desc.out.type);
}

std::uint64_t slice_count(const ModulusDesc& desc, const PlanLimits& limits) {
  const FoldedModulus folded = fold(desc);
  if (!can_vectorize(folded)) return boxes_of(desc, limits, folded, elements_per_word(desc)).count();
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
  if (variant.loop == Loop::staged && !can_stage(desc, variant, limits))
    throw Error("the tensors cannot be staged in group memory");
  if (variant.loop == Loop::staged) return plan_staged(desc, variant, limits, folded);
  if (variant.loop == Loop::rows && !has_rows(desc, variant.load_bytes))
    throw Error("the tensors have no rows that are runs of whole vectors");
  if (variant.loop == Loop::rows) return plan_rows(desc, variant, limits, folded);
  return plan_strided(desc, variant, limits, folded);
}

std::size_t root_cost(const KernelPlan& plan) {
  return plan.slices.front().constants.size() + (plan.variant.binding == Binding::table ? 1 : 2 * plan.views.size());
}

}  // namespace modlab
