#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/modulus/algorithm.h"
#include "kernels/names.h"

namespace modlab {

/// The kind of buffer view a kernel loads and stores through.
enum class Access { raw, structured, typed };
inline constexpr std::array<Named<Access>, 3> kAccessNames{
    {{Access::raw, "raw"}, {Access::structured, "structured"}, {Access::typed, "typed"}}};
constexpr std::string_view name_of(Access access) { return name_in(kAccessNames, access); }

/// The stride between one thread's vectors: the width of a group, or of the whole grid; for an operand read by columns,
/// the height of a group, in registers or staged in group memory; for rows that are runs, the width of a group, or as
/// far as B repeats.
enum class Loop { group, grid, tile, rows, staged };
inline constexpr std::array<Named<Loop>, 5> kLoopNames{{{Loop::group, "group"},
                                                        {Loop::grid, "grid"},
                                                        {Loop::tile, "tile"},
                                                        {Loop::rows, "rows"},
                                                        {Loop::staged, "staged"}}};
constexpr std::string_view name_of(Loop loop) { return name_in(kLoopNames, loop); }

/// How the kernel's buffers are bound.
enum class Binding { root, table };
inline constexpr std::array<Named<Binding>, 2> kBindingNames{{{Binding::root, "root"}, {Binding::table, "table"}}};
constexpr std::string_view name_of(Binding binding) { return name_in(kBindingNames, binding); }

enum class CompilerId { d3dcompile, dxc };
inline constexpr std::array<Named<CompilerId>, 2> kCompilerNames{
    {{CompilerId::d3dcompile, "d3dcompile"}, {CompilerId::dxc, "dxc"}}};
constexpr std::string_view name_of(CompilerId compiler) { return name_in(kCompilerNames, compiler); }

struct ShaderModel {
  std::uint8_t major = 5;
  std::uint8_t minor = 1;

  auto operator<=>(const ShaderModel&) const = default;
};
std::string name_of(ShaderModel model);
/// Reads "6.6"; nothing for any other text.
std::optional<ShaderModel> parse_shader_model(std::string_view text);

/// The plainest shader model of a compiler.
constexpr ShaderModel plainest_model(CompilerId compiler) {
  return compiler == CompilerId::dxc ? ShaderModel{6, 0} : ShaderModel{5, 1};
}

/// The sizes that shader model 6.6's [WaveSize] accepts.
inline constexpr std::array kWaveSizes{4u, 8u, 16u, 32u, 64u, 128u};

/// What a kernel is compiled with and for. One axis, because hardly any part can change without the others.
struct Build {
  CompilerId compiler = CompilerId::d3dcompile;
  ShaderModel shader_model{};
  bool native16 = false;         ///< computes with the 16-bit types of shader model 6.2
  std::uint32_t wave_lanes = 0;  ///< fixed by shader model 6.6's [WaveSize]; 0 leaves it to the driver

  bool operator==(const Build&) const = default;
};
/// "d3dcompile-5.1", "dxc-6.6-native16-w32".
std::string name_of(const Build& build);

/// The plainest build of a compiler.
constexpr Build plainest_build(CompilerId compiler) { return {compiler, plainest_model(compiler)}; }

/// The values of a kernel file's own axes, by their indices.
using OwnValues = std::array<std::uint8_t, 8>;

struct KernelFile;
using Kernels = std::vector<const KernelFile*>;  ///< users' kernels; none is null

/// One value on every axis. Any legal variant can compute a workload; variants differ in speed, and in accuracy where
/// their algorithms do. kernels/axis.h describes the axes; the defaults here are the plainest variant.
struct Variant {
  Access access = Access::raw;
  std::uint32_t load_bytes = 4;
  std::uint32_t per_thread = 1;  ///< vectors of load_bytes
  std::uint32_t threads = 64;    ///< per group; two waves on the widest hardware
  Loop loop = Loop::group;
  modulus::Algorithm algorithm = modulus::Algorithm::longdiv;
  Binding binding = Binding::root;
  Build build{};
  bool precise = false;   ///< the compiler rounds every operation of the formula separately and fuses none
  bool streamed = false;  ///< a thread loads each vector after storing the previous one, rather than all first
  const KernelFile* kernel = nullptr;  ///< the user's kernel that this is a variant of; null where it is built in
  OwnValues values{};                  ///< of the kernel's own axes

  bool operator==(const Variant&) const = default;
};

/// A variant of a user's kernel file. Of the fields above it has access, load_bytes, threads, binding and build.
constexpr bool is_own(const Variant& variant) { return variant.kernel != nullptr; }

/// Whose variant has this name: of a user's kernel "mine-3fa2c1d0", where it is called
/// "mine:UNROLL=2-THREADS=64-d3dcompile-5.1-3fa2c1d0"; empty of others. The kernel need not be known.
std::string family_of(std::string_view name);

/// The axes and values in such a name, in their order: UNROLL and 2, THREADS and 64.
std::vector<std::pair<std::string_view, std::string_view>> own_choices(std::string_view name);

Accuracy accuracy_of(const Variant& variant);

/// The names of its values, "raw-b16-x2-t256-group-split-root-d3dcompile-5.1", or those of a kernel file's own axes,
/// its build and its hash; parse_variant reads it back and throws Error on anything else. A kernel file must be known
/// by then (add_kernel); without a hash, its latest content is meant.
std::string name_of(const Variant& variant);
Variant parse_variant(std::string_view name);

}  // namespace modlab
