#include "harness/cli/kernel_template.h"

#include <algorithm>
#include <string_view>

#include "harness/session/documents.h"
#include "kernels/axis.h"
#include "kernels/shader_sources.h"

namespace modlab::cli {
namespace {

bool is_float(DataType type) { return type == DataType::f32 || type == DataType::f16; }

/// The fastest exact one that asks nothing of a device (docs/kernels.md).
Algorithm fast_algorithm(DataType type) {
  if (is_float(type)) return Algorithm::split;
  return bytes_of(type) == 4 ? Algorithm::refine : Algorithm::bias;
}

std::string define_of(Algorithm algorithm) { return word_define("ALGORITHM", name_of(algorithm)).value; }

/// The other exact ones that a file can choose.
std::string others_for(DataType type) {
  std::string anywhere;
  std::string fused;
  for (const AlgorithmInfo& info : modulus_algorithms()) {
    const bool serves = std::ranges::find(info.types, type) != info.types.end();
    if (!serves || info.accuracy != Accuracy::exact || info.algorithm == fast_algorithm(type) ||
        takes_constants(info.algorithm))
      continue;
    std::string& names = needs_fused_mad(info.algorithm) ? fused : anywhere;
    names += (names.empty() ? "" : ", ") + define_of(info.algorithm);
  }
  return fused.empty() ? anywhere : anywhere + "; where `modlab devices` says that mad is fused, " + fused;
}

std::string_view elements_of(DataType type) {
  switch (bytes_of(type)) {
    case 1: return "A word holds four elements, the first in its lowest byte: `x >> 8 * i & 0xff` for i from 0 to 3.";
    case 2: return "A word holds two elements, the first in its lower half: `x >> 16 * i & 0xffff` for i of 0 and 1.";
    default: return "A word is the bits of one element.";
  }
}

void replace_all(std::string& text, std::string_view what, std::string_view by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
}

}  // namespace

std::string kernel_template(Rounding rounding, DataType type, const std::string& file) {
  const ShaderSources& sources = embedded_shaders();
  std::string text =
      sources.at("template_head.hlsl") + sources.at(is_float(type) ? "template_floats.hlsl" : "template_integers.hlsl");
  replace_all(text, "@op@", name_of(rounding));
  replace_all(text, "@dtype@", name_of(type));
  replace_all(text, "@ELEMENT@", word_define("ELEMENT", name_of(type)).value);
  replace_all(text, "@ALGORITHM@", define_of(fast_algorithm(type)));
  replace_all(text, "@others@", others_for(type));
  replace_all(text, "@elements@", elements_of(type));
  replace_all(text, "@manual@", document("docs/own-kernels.md"));
  replace_all(text, "@numerics@", document("docs/numerics.md"));
  replace_all(text, "@file@", file);
  return text;
}

}  // namespace modlab::cli
