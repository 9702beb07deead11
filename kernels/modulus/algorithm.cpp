#include "kernels/modulus/algorithm.h"

#include <algorithm>
#include <array>

#include "kernels/modulus/divisor.h"

namespace modlab::modulus {
namespace {

using enum DataType;

const std::vector<DataType> kIntegers{i32, i16, i8, u32, u16, u8};

const std::array<AlgorithmInfo, 15> kAlgorithms{{
    {Algorithm::longdiv, "longdiv", Accuracy::exact, {f32, f16}, "long division of the mantissas, 20 bits per step"},
    {Algorithm::split, "split", Accuracy::exact, {f32, f16}, "rounded quotient times a split divisor, else longdiv"},
    {Algorithm::fma, "fma", Accuracy::exact, {f32, f16}, "rounded quotient times divisor by a fused mad, else longdiv"},
    {Algorithm::ladder,
     "ladder",
     Accuracy::exact,
     {f32},
     "22 quotient bits per step by a fused mad, all words of a vector at once"},
    {Algorithm::half, "half", Accuracy::exact, {f16}, "two rounded quotients by a fused mad, converted by the device"},
    {Algorithm::chunk, "chunk", Accuracy::exact, {f16}, "12 quotient bits per step in fp32"},
    {Algorithm::formula, "formula", Accuracy::formula, {f32, f16}, "a - b * floor(a / b), or trunc"},
    {Algorithm::intrinsic, "intrinsic", Accuracy::formula, {f32, f16}, "HLSL's fmod"},
    {Algorithm::fixup,
     "fixup",
     Accuracy::exact,
     {i16, i8, u16, u8},
     "float quotient, remainder corrected by one divisor"},
    {Algorithm::reciprocal, "reciprocal", Accuracy::exact, {i16, i8, u16, u8}, "(a + 1/2) / b by rcp, no correction"},
    {Algorithm::bias, "bias", Accuracy::exact, {i16, i8, u16, u8}, "a / b by rcp plus a bias; another bias packs"},
    {Algorithm::refine, "refine", Accuracy::exact, {i32, u32}, "two float quotients, the second of the remainder"},
    {Algorithm::newton, "newton", Accuracy::exact, {i32, u32}, "2^32 / b by rcp and a Newton step in integers"},
    {Algorithm::fastmod, "fastmod", Accuracy::exact, kIntegers, "a single divisor's reciprocal, from the host"},
    {Algorithm::mask, "mask", Accuracy::exact, kIntegers, "the low bits, for a single power of two"},
}};

const AlgorithmInfo* find(Algorithm algorithm) {
  const auto row = std::ranges::find(kAlgorithms, algorithm, &AlgorithmInfo::algorithm);
  return row == kAlgorithms.end() ? nullptr : &*row;
}

}  // namespace

std::span<const AlgorithmInfo> modulus_algorithms() { return kAlgorithms; }

std::string_view name_of(Algorithm algorithm) {
  if (algorithm == Algorithm::own) return "own";
  const AlgorithmInfo* info = find(algorithm);
  return info == nullptr ? "copy" : info->name;
}

Accuracy accuracy_of(Algorithm algorithm) {
  const AlgorithmInfo* info = find(algorithm);
  return info == nullptr ? Accuracy::exact : info->accuracy;
}

bool needs_fused_mad(Algorithm algorithm) {
  return algorithm == Algorithm::fma || algorithm == Algorithm::ladder || algorithm == Algorithm::half;
}

bool takes_constants(Algorithm algorithm) { return algorithm == Algorithm::fastmod || algorithm == Algorithm::mask; }

std::optional<std::string_view> why_unfit(Algorithm algorithm, const ModulusDesc& desc) {
  const DataType type = desc.out.type;
  const AlgorithmInfo* info = find(algorithm);
  if (info == nullptr) return std::nullopt;  // a copy is the same for every type
  if (std::ranges::find(info->types, type) == info->types.end()) return "the algorithm does not support this data type";
  if (algorithm == Algorithm::intrinsic && desc.rounding == Rounding::floor) return "HLSL's fmod truncates";
  if (takes_constants(algorithm) && !desc.divisor) return "the algorithm needs a single divisor known on the host";
  if (algorithm == Algorithm::mask && !is_power_of_two(type, *desc.divisor))
    return "the algorithm needs a power of two as divisor";
  return std::nullopt;
}

}  // namespace modlab::modulus
