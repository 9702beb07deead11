// What is found out about mad, and the algorithm that rests on it.
#include "harness/measure/probe_platform.h"

#include <gtest/gtest.h>

#include <cmath>

#include "harness/device/status.h"
#include "harness/measure/workbench.h"
#include "kernels/element.h"
#include "kernels/error.h"
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

/// The status of the fma kernel on one data set.
Status status_of(const Workload& workload, const ShaderSources& sources) {
  Workbench bench(device(), compiler(), sources, workload, 1);
  try {
    bench.verify(bench.prepare({.algorithm = Algorithm::fma}));
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
