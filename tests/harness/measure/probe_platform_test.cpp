// What is found out about mad and about conversions of fp16, and the algorithms that rest on it.
#include "harness/measure/probe_platform.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <utility>

#include "harness/device/status.h"
#include "harness/measure/workbench.h"
#include "kernels/element.h"
#include "kernels/error.h"
#include "kernels/half.h"
#include "tests/support/shared_device.h"
#include "tests/support/simulated_device.h"

namespace modlab {
namespace {

bool fuses_mad(const Simulation& simulation) {
  SimulatedDevice device(simulation);
  SimulatedCompiler compiler;
  return probe_platform(device, compiler).compilers.front().fused_mad;
}

/// A kernel that leaves result(a, b).
template <typename Result>
Simulation simulate(Result result) {
  Simulation simulation;
  simulation.compute = [=](const ModulusDesc& desc, const HostOperands& operands) {
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
  simulation.failure = [](const Variant&) { return Status::device_refused; };
  EXPECT_FALSE(fuses_mad(simulation));
}

TEST(ProbePlatform, ADeviceThatIsLostIsAnError) {
  Simulation simulation;
  simulation.failure = [](const Variant&) { return Status::device_lost; };
  EXPECT_THROW(fuses_mad(simulation), Error);
}

bool converts_halves_exactly(float (*widen)(std::uint32_t), std::uint32_t (*narrow)(float)) {
  Simulation simulation;
  simulation.compute = [=](const ModulusDesc& desc, const HostOperands& operands) {
    std::vector<std::byte> out(storage_bytes(desc.out));
    for (std::uint64_t i = 0; i < out.size() / sizeof(float); ++i) {
      const float a = load_element<float>(operands.a, i);
      store_element(std::span(out), i,
                    i < 32 ? widen(std::bit_cast<std::uint32_t>(a)) : std::bit_cast<float>(narrow(a)));
    }
    return out;
  };
  SimulatedDevice device(simulation);
  SimulatedCompiler compiler;
  return probe_platform(device, compiler).compilers.front().exact_half;
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

/// The status of a kernel on one data set.
Status status_of(const Workload& workload, const ShaderSources& sources, Algorithm algorithm = Algorithm::fma) {
  Workbench bench(device(), compiler(), sources, workload, 1);
  try {
    bench.verify(bench.prepare({.algorithm = algorithm}));
    return Status::ok;
  } catch (const VariantFailure& failure) {
    return failure.status();
  }
}

TEST(Fma, IsExactWhereTheProbeSaysThatMadIsFused) {
  const bool fused = probe_platform(device(), compiler()).compilers.front().fused_mad;
  EXPECT_EQ(status_of({.shape = {5003}}, embedded_shaders()), fused ? Status::ok : Status::wrong_result);
}

/// The shaders with a mad that is fused on every device, for the numbers it gets: z - |x|*y in units of y's last place
/// and modulo 2^32, of which the result takes less than 25 bits. In integers, since a driver may reorder floats.
ShaderSources with_fused_mad() {
  ShaderSources sources = embedded_shaders();
  std::string& text = sources.at("modulus_f32.hlsli");
  const std::string call = "mad(-quotient, b, a)";
  const std::size_t place = text.find(call);
  EXPECT_NE(place, std::string::npos);
  text.replace(place, call.size(), "fused(-quotient, b, a)");
  text.insert(0, R"(
float fused(float x, float y, float z) {
  if (x == 0.0) return z;
  const uint exponent = (asuint(y) >> 23) & 0xffu;
  const uint shift = ((asuint(z) >> 23) & 0xffu) - exponent;
  const uint y_units = (asuint(y) & 0x7fffffu) | 0x800000u;
  const uint z_units = ((asuint(z) & 0x7fffffu) | 0x800000u) << shift;
  const float r = float(int(z_units - uint(abs(x)) * y_units)) * asfloat((exponent - 23u) << 23);
  return z < 0.0 ? -r : r;
}
)");
  return sources;
}

/// The shaders with conversions of integers in place of the device's, which Mesa's driver does not survive on arm64.
ShaderSources with_integer_conversions() {
  ShaderSources sources = embedded_shaders();
  std::string& text = sources.at("modulus_half.hlsli");
  for (const auto& [device_function, own] :
       {std::pair{std::string("f16tof32"), std::string("own_f16tof32")}, {"f32tof16", "own_f32tof16"}})
    for (std::size_t at = text.find(device_function); at != std::string::npos;
         at = text.find(device_function, at + own.size()))
      text.replace(at, device_function.size(), own);
  text.insert(0, R"(
float own_f16tof32(uint word) { return asfloat(widen_f16(word & 0xffffu)); }
uint own_f32tof16(float number) { return narrow_f16(asuint(number)); }
)");
  return sources;
}

class HalfOnEveryDataSet : public testing::TestWithParam<DataSet> {};

TEST_P(HalfOnEveryDataSet, IsExact) {
  const ShaderSources sources = with_integer_conversions();
  for (const auto& rounding : kRoundingNames)
    EXPECT_EQ(status_of({.rounding = rounding.value, .type = DataType::f16, .shape = {5003}, .data_set = GetParam()},
                        sources, Algorithm::half),
              Status::ok)
        << rounding.name;
}

INSTANTIATE_TEST_SUITE_P(Gate, HalfOnEveryDataSet,
                         testing::Values(DataSet::mixed, DataSet::wide, DataSet::small, DataSet::pow2, DataSet::edges),
                         [](const auto& test) { return std::string(name_of(test.param)); });

class FusedFma : public testing::TestWithParam<DataSet> {};

TEST_P(FusedFma, IsExact) {
  const ShaderSources sources = with_fused_mad();
  for (const auto& rounding : kRoundingNames)
    for (const DataType type : {DataType::f32, DataType::f16})
      EXPECT_EQ(status_of({.rounding = rounding.value, .type = type, .shape = {5003}, .data_set = GetParam()}, sources),
                Status::ok)
          << rounding.name << ' ' << name_of(type);
}

INSTANTIATE_TEST_SUITE_P(Gate, FusedFma,
                         testing::Values(DataSet::mixed, DataSet::wide, DataSet::small, DataSet::pow2, DataSet::edges),
                         [](const auto& test) { return std::string(name_of(test.param)); });

}  // namespace
}  // namespace modlab
