// The probes of mad, of fp16 conversions and of vectors of elements, and the algorithms that depend on them.
#include "harness/measure/probe_platform.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <tuple>

#include "harness/device/status.h"
#include "harness/measure/workbench.h"
#include "kernels/element.h"
#include "kernels/error.h"
#include "kernels/half.h"
#include "kernels/modulus/probes.h"
#include "kernels/modulus/reference.h"
#include "tests/support/shared_device.h"
#include "tests/support/simulated_device.h"

namespace modlab::measure {
namespace {

bool fuses_mad(const Simulation& simulation) {
  SimulatedDevice device(simulation);
  SimulatedCompiler compiler;
  return probe_platform(device, compiler, modulus::modulus_probes()).compilers.front().fused_mad;
}

/// A kernel that computes result(a, b).
template <typename Result>
Simulation simulate(Result result) {
  Simulation simulation;
  simulation.compute = [=](const modulus::ModulusDesc& desc, const modulus::HostOperands& operands) {
    std::vector<std::byte> out(storage_bytes(desc.out));
    for (std::uint64_t i = 0; i < out.size() / sizeof(float); ++i)
      store_element(std::span(out), i, result(load_element<float>(operands.a, i), load_element<float>(operands.b, i)));
    return out;
  };
  return simulation;
}

TEST(ProbePlatform, MadIsFusedWhereOnlyItsEndIsRounded) {
  EXPECT_TRUE(fuses_mad(simulate([](float a, float b) { return std::fma(-b, b, a); })));
  EXPECT_FALSE(fuses_mad(simulate([](float a, float b) { return a - b * b; })));
}

TEST(ProbePlatform, ADeviceThatRefusesFusesNothing) {
  Simulation simulation;
  simulation.failure = [](const modulus::Variant&) { return Status::device_refused; };
  EXPECT_FALSE(fuses_mad(simulation));
}

TEST(ProbePlatform, ADeviceThatIsLostIsAnError) {
  Simulation simulation;
  simulation.failure = [](const modulus::Variant&) { return Status::device_lost; };
  EXPECT_THROW(fuses_mad(simulation), Error);
}

/// Whether conversions like these pass, on a device whose mad is fused.
bool converts_halves_exactly(float (*widen)(std::uint32_t), std::uint32_t (*narrow)(float)) {
  int probes = 0;
  Simulation simulation;
  simulation.compute = [=](const modulus::ModulusDesc& desc, const modulus::HostOperands& operands) mutable {
    const bool asks_for_mad = probes++ == 0;
    std::vector<std::byte> out(storage_bytes(desc.out));
    for (std::uint64_t i = 0; i < out.size() / sizeof(float); ++i) {
      const float a = load_element<float>(operands.a, i);
      const float b = load_element<float>(operands.b, i);
      const float converted = i < 65536 ? widen(std::bit_cast<std::uint32_t>(a)) : std::bit_cast<float>(narrow(a));
      store_element(std::span(out), i, asks_for_mad ? std::fma(-b, b, a) : converted);
    }
    return out;
  };
  SimulatedDevice device(simulation);
  SimulatedCompiler compiler;
  return probe_platform(device, compiler, modulus::modulus_probes()).compilers.front().exact_half;
}

TEST(ProbePlatform, ConversionsOfHalvesAreExactWhereNothingIsFlushedOrRoundedOtherwise) {
  const auto widen = [](std::uint32_t bits) { return to_float(Half{static_cast<std::uint16_t>(bits)}); };
  const auto narrow = [](float number) { return std::uint32_t{to_half(number).bits}; };
  const auto flush = [](std::uint32_t bits) {
    return (bits & 0x7c00) == 0 ? 0.0f : to_float(Half{static_cast<std::uint16_t>(bits)});
  };
  const auto flush_result = [](float number) {
    const std::uint32_t bits = to_half(number).bits;
    return (bits & 0x7c00) == 0 ? bits & 0x8000 : bits;
  };
  const auto round_towards_zero = [](float number) {
    return std::uint32_t{to_half(std::bit_cast<float>(std::bit_cast<std::uint32_t>(number) & 0xffffe000)).bits};
  };
  EXPECT_TRUE(converts_halves_exactly(widen, narrow));
  EXPECT_FALSE(converts_halves_exactly(flush, narrow));
  EXPECT_FALSE(converts_halves_exactly(widen, flush_result));
  EXPECT_FALSE(converts_halves_exactly(widen, round_towards_zero));
}

TEST(ProbePlatform, ElementsAreExactInVectorsWhereEveryOneOfThemIsRight) {
  const auto exact_bytes = [](const Simulation& simulation) {
    SimulatedDevice device(simulation);
    SimulatedCompiler compiler;
    return probe_platform(device, compiler, modulus::modulus_probes()).compilers.front().exact_bytes;
  };
  EXPECT_TRUE(exact_bytes(Simulation{}));
  Simulation loses_one;
  loses_one.compute = [](const modulus::ModulusDesc& desc, const modulus::HostOperands& operands) {
    std::vector<std::byte> out = modulus::compute_reference(desc, operands);
    if (desc.out.type == DataType::u8) out[3] ^= std::byte{1};
    return out;
  };
  EXPECT_FALSE(exact_bytes(loses_one));
}

/// A kernel's status on one data set, and why.
std::string status_of(const modulus::Workload& workload, const ShaderSources& sources,
                      const modulus::Variant& variant) {
  Workbench workbench(device(), compiler(), sources, workload, 1);
  try {
    workbench.verify(workbench.prepare(variant));
    return "ok";
  } catch (const VariantFailure& failure) {
    return fmt::format("{}: {}", name_of(failure.status()), failure.what());
  }
}

TEST(Fma, IsExactWhereTheProbeSaysThatMadIsFused) {
  const bool fused = probe_platform(device(), compiler(), modulus::modulus_probes()).compilers.front().fused_mad;
  EXPECT_EQ(status_of({.shape = {5003}}, embedded_shaders(), {.algorithm = modulus::Algorithm::fma}) == "ok", fused);
}

/// The shaders with a file that has something else for what the software adapter lacks: every first of a pair becomes
/// the second, and functions for that come first.
ShaderSources with_own(const std::string& file, const std::vector<std::pair<std::string, std::string>>& changes,
                       const std::string& own) {
  ShaderSources sources = embedded_shaders();
  std::string& text = sources.at(file);
  for (const auto& [from, to] : changes) {
    std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    for (; at != std::string::npos; at = text.find(from, at + to.size())) text.replace(at, from.size(), to);
  }
  const std::string include = "#include \"float_bits.hlsli\"";
#include "kernels/modulus/algorithm.h"
#include "kernels/modulus/problem.h"
  text.insert(text.find(include) + include.size(), "\n" + own);
  return sources;
}

/// Fused for the numbers that fma has: z - |x|*y in units of y's last place and modulo 2^32, of which the result takes
/// less than 25 bits. In integers, since a driver may reorder floats.
ShaderSources for_fma() {
  return with_own("modulus_f32.hlsli", {{"mad(", "own_mad("}}, R"(
float own_mad(float x, float y, float z) {
  if (x == 0.0) return z;
  const uint exponent = (asuint(y) >> 23) & 0xffu;
  const uint shift = ((asuint(z) >> 23) & 0xffu) - exponent;
  const uint y_units = (asuint(y) & 0x7fffffu) | 0x800000u;
  const uint z_units = ((asuint(z) & 0x7fffffu) | 0x800000u) << shift;
  const float r = float(int(z_units - uint(abs(x)) * y_units)) * asfloat((exponent - 23u) << 23);
  return z < 0.0 ? -r : r;
}
)");
}

/// For those of ladder: quotients are rounded by a division, and all sums with parts of a product that nearly cancels z
/// are exact. The others need not be fused.
ShaderSources for_ladder() {
  return with_own("modulus_ladder.hlsli",
                  {{"mad(r, inverse, (Floats)whole) - whole", "round(r * inverse / unit) * unit"},
                   {"const float whole = ", "const float unit = asfloat((127 + exponent) << 23);"},
                   {"asfloat(((150 + exponent) << 23) | 0x400000);", ""},
                   {"mad(-quotient", "own_mad(-quotient"}},
                  R"(
float own_mad(float x, float y, float z) {
  if (x == 0.0) return z;
  x = max(x, asfloat(0xff800000u));  // libvkd3d negates the bits as an integer
  const float x_high = asfloat(asuint(x) & 0xfffff000u);
  const float y_high = asfloat(asuint(y) & 0xfffff000u);
  precise float r = z + x_high * y_high;
  r += x_high * (y - y_high);
  r += (x - x_high) * y_high;
  r += (x - x_high) * (y - y_high);
  return r;
}
float2 own_mad(float2 x, float2 y, float2 z) { return float2(own_mad(x.x, y.x, z.x), own_mad(x.y, y.y, z.y)); }
float4 own_mad(float4 x, float4 y, float4 z) { return float4(own_mad(x.xy, y.xy, z.xy), own_mad(x.zw, y.zw, z.zw)); }
)");
}

/// For those of half: z rounds the product, or y has 11 bits, so that products with halves of x are exact. And
/// conversions of integers, since Mesa's driver does not survive the device's on arm64.
ShaderSources for_half() {
  return with_own("modulus_half.hlsli",
                  {{"mad(", "own_mad("}, {"f16tof32(", "own_f16tof32("}, {"f32tof16(", "own_f32tof16("}}, R"(
float own_mad(float x, float y, float z) {
  if (z >= 12582912.0) return round(x * y) + z;  // 2^24 too: to an integer
  x = max(x, asfloat(0xff800000u));  // libvkd3d negates the bits as an integer
  const float high = asfloat(asuint(x) & 0xfffff000u);
  return (z + high * y) + (x - high) * y;
}
float own_f16tof32(uint word) { return asfloat(widen_f16(word & 0xffffu)); }
uint own_f32tof16(float number) { return narrow_f16(asuint(number)); }
)");
}

/// An algorithm that depends on a probe, and shaders that have what it needs on any device.
struct Resting {
  modulus::Algorithm algorithm;
  std::vector<DataType> types;
  ShaderSources (*sources)();
};

class DependentAlgorithm : public testing::TestWithParam<std::tuple<Resting, modulus::DataSet>> {};

TEST_P(DependentAlgorithm, IsExactOnEveryVectorWidth) {
  const auto& [resting, data_set] = GetParam();
  const ShaderSources sources = resting.sources();
  for (const auto& rounding : modulus::kRoundingNames)
    for (const DataType type : resting.types)
      for (const std::uint32_t load_bytes : {4u, 8u, 16u})
        EXPECT_EQ(status_of({.rounding = rounding.value, .type = type, .shape = {65539}, .data_set = data_set}, sources,
                            {.load_bytes = load_bytes, .algorithm = resting.algorithm}),
                  "ok")
            << rounding.name << ' ' << name_of(type) << ' ' << load_bytes;
}

INSTANTIATE_TEST_SUITE_P(
    Gate, DependentAlgorithm,
    testing::Combine(testing::Values(Resting{modulus::Algorithm::fma, {DataType::f32, DataType::f16}, for_fma},
                                     Resting{modulus::Algorithm::ladder, {DataType::f32}, for_ladder},
                                     Resting{modulus::Algorithm::half, {DataType::f16}, for_half}),
                     testing::Values(modulus::DataSet::mixed, modulus::DataSet::wide, modulus::DataSet::small,
                                     modulus::DataSet::pow2, modulus::DataSet::edges)),
    [](const auto& test) {
      return fmt::format("{}_{}", name_of(std::get<0>(test.param).algorithm), name_of(std::get<1>(test.param)));
    });

}  // namespace
}  // namespace modlab::measure
