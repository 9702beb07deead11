#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "kernels/names.h"

namespace modlab {

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

}  // namespace modlab
