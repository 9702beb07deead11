#include "kernels/algorithm.h"

#include <algorithm>
#include <array>

namespace modlab {
namespace {

constexpr std::array<AlgorithmInfo, 4> kAlgorithms{{
    {Algorithm::longdiv, "longdiv", Accuracy::exact, "long division of the mantissas, 20 bits a step"},
    {Algorithm::split, "split", Accuracy::exact, "rounded quotient times a split divisor, longdiv beyond 2^11"},
    {Algorithm::formula, "formula", Accuracy::formula, "a - b * floor(a / b), or trunc"},
    {Algorithm::intrinsic, "intrinsic", Accuracy::formula, "HLSL's fmod"},
}};

}  // namespace

std::span<const AlgorithmInfo> modulus_algorithms() { return kAlgorithms; }

std::string_view name_of(Algorithm algorithm) {
  const auto row = std::ranges::find(kAlgorithms, algorithm, &AlgorithmInfo::algorithm);
  return row == kAlgorithms.end() ? "copy" : row->name;
}

std::optional<Algorithm> find_algorithm(std::string_view name) {
  const auto row = std::ranges::find(kAlgorithms, name, &AlgorithmInfo::name);
  if (row == kAlgorithms.end()) return std::nullopt;
  return row->algorithm;
}

Accuracy accuracy_of(Algorithm algorithm) {
  const auto row = std::ranges::find(kAlgorithms, algorithm, &AlgorithmInfo::algorithm);
  return row == kAlgorithms.end() ? Accuracy::exact : row->accuracy;
}

std::optional<std::string_view> why_unfit(Algorithm algorithm, Rounding rounding, DataType type) {
  if (!is_supported(type)) return "no kernel computes this data type";
  if (algorithm == Algorithm::intrinsic && rounding == Rounding::floor) return "HLSL's fmod truncates";
  return std::nullopt;
}

bool is_supported(DataType type) { return type == DataType::f32; }

}  // namespace modlab
