#pragma once

#include <functional>
#include <map>
#include <string>

namespace modlab {

/// HLSL files by name ("modulus.hlsl").
using ShaderSources = std::map<std::string, std::string, std::less<>>;

/// The files of shaders/ as they were when this program was built.
const ShaderSources& embedded_shaders();

}  // namespace modlab
