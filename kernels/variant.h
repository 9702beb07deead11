#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "kernels/algorithm.h"
#include "kernels/names.h"

namespace modlab {

/// The kind of buffer view a kernel loads and stores through.
enum class Access { raw, structured, typed };
inline constexpr std::array<Named<Access>, 3> kAccessNames{
    {{Access::raw, "raw"}, {Access::structured, "structured"}, {Access::typed, "typed"}}};
constexpr std::string_view name_of(Access access) { return name_in(kAccessNames, access); }

/// How far apart one thread's vectors lie: one group's width, or the whole grid's; or one group's height, in an operand
/// that is read column by column.
enum class Loop { group, grid, tile };
inline constexpr std::array<Named<Loop>, 3> kLoopNames{
    {{Loop::group, "group"}, {Loop::grid, "grid"}, {Loop::tile, "tile"}}};
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
/// Nothing where the text is no "6.6".
std::optional<ShaderModel> parse_shader_model(std::string_view text);

/// The plainest a compiler builds kernels for.
constexpr ShaderModel plainest_model(CompilerId compiler) {
  return compiler == CompilerId::dxc ? ShaderModel{6, 0} : ShaderModel{5, 1};
}

/// Every choice a kernel leaves open. What a workload asks for can be computed by any legal variant; they differ in
/// speed, and in accuracy where their algorithms do.
struct Variant {
  Access access = Access::raw;
  std::uint32_t load_bytes = 4;
  std::uint32_t per_thread = 1;  ///< vectors of load_bytes each thread computes
  std::uint32_t threads = 64;    ///< threads a group
  Loop loop = Loop::group;
  Algorithm algorithm = Algorithm::longdiv;
  Binding binding = Binding::root;
  CompilerId compiler = CompilerId::d3dcompile;
  ShaderModel shader_model{};
  bool native16 = false;         ///< computes with the 16-bit types of shader model 6.2
  std::uint32_t wave_lanes = 0;  ///< fixed by shader model 6.6's [WaveSize]; 0 leaves it to the driver
  bool precise = false;          ///< the compiler rounds every operation of the formula by itself, and fuses none

  bool operator==(const Variant&) const = default;
};

/// On how many choices two variants differ.
int differing_choices(const Variant& x, const Variant& y);

/// "raw-b16-x2-t256-group-split-root-d3dcompile-5.1", with "-native16", "-w32" and "-precise" behind it where those are
/// set; parse_variant reads it back and throws Error on anything else.
std::string name_of(const Variant& variant);
Variant parse_variant(std::string_view name);

}  // namespace modlab
