// Kernels that take their divisor as constants, on a real software adapter and with many divisors.
#include <gtest/gtest.h>

#include <limits>
#include <numeric>

#include "kernels/modulus/algorithm.h"
#include "kernels/modulus/edge_values.h"
#include "kernels/modulus/plan.h"
#include "kernels/modulus/reference.h"
#include "kernels/modulus/workload.h"
#include "tests/support/shared_device.h"

namespace modlab::measure {
namespace {

/// Everything an 8-bit type can hold, the edges of a wider one.
template <typename T>
std::vector<T> values_of() {
  if constexpr (sizeof(T) > 1) {
    const auto edges = modulus::edge_values<T>();
    return {edges.begin(), edges.end()};
  } else {
    std::vector<T> values(256);
    std::iota(values.begin(), values.end(), std::numeric_limits<T>::min());
    return values;
  }
}

/// One launch per divisor that the algorithm takes, all of one kernel.
template <typename T>
void expect_every_pair_is_right(DataType type, modulus::Rounding rounding, modulus::Algorithm algorithm) {
  const std::vector<T> values = values_of<T>();
  modulus::ModulusDesc desc = modulus::describe({.rounding = rounding,
                                                 .type = type,
                                                 .shape = {static_cast<std::uint32_t>(values.size())},
                                                 .layout = modulus::Layout::broadcast_b});
  const auto a = device().make_buffer(storage_bytes(desc.a), "A");
  device().upload(*a, std::as_bytes(std::span(values)));
  const auto b = device().make_buffer(storage_bytes(desc.b), "B");
  device().upload(*b, std::vector(b->bytes(), std::byte{7}));  // mostly not the divisor: nothing may read it

  std::vector<T> divisors;
  std::vector<modulus::KernelPlan> plans;
  std::vector<std::unique_ptr<Buffer>> outs;
  for (const T divisor : values) {
    desc.divisor = static_cast<std::make_unsigned_t<T>>(divisor);
    if (modulus::why_unfit(algorithm, desc)) continue;
    divisors.push_back(divisor);
    plans.push_back(modulus::make_plan(
        desc, {.access = Access::typed, .load_bytes = 16, .algorithm = algorithm, .binding = Binding::table}));
    outs.push_back(device().make_buffer(storage_bytes(desc.out), "Out"));
  }
  EXPECT_GE(divisors.size(), algorithm == modulus::Algorithm::mask ? 8u : values.size());
  const compile::Bytecode bytecode = compiler().compile(compile::shader_request(plans.front()), embedded_shaders());
  const auto kernel = device().make_kernel(plans.front(), bytecode.bytes);
  std::vector<Launch> launches;
  for (std::size_t i = 0; i < plans.size(); ++i)
    launches.push_back({kernel.get(), {a.get(), b.get(), outs[i].get()}, plans[i].slices});
  static_cast<void>(device().time({.launches = launches}));

  std::vector<T> results(values.size());
  for (std::size_t i = 0; i < divisors.size(); ++i) {
    device().read_back(std::as_writable_bytes(std::span(results)), *outs[i]);
    for (std::size_t j = 0; j < values.size(); ++j)
      ASSERT_EQ(results[j], modulus::modulus_reference(rounding, values[j], divisors[i]))
          << modulus::name_of(algorithm) << ' ' << modulus::name_of(rounding) << ": " << +values[j] << " mod "
          << +divisors[i];
  }
}

class KnownDivisor : public testing::TestWithParam<std::tuple<modulus::Algorithm, modulus::Rounding>> {};

TEST_P(KnownDivisor, EveryPairIsRight) {
  const auto [algorithm, rounding] = GetParam();
  expect_every_pair_is_right<std::int8_t>(DataType::i8, rounding, algorithm);
  expect_every_pair_is_right<std::uint8_t>(DataType::u8, rounding, algorithm);
  expect_every_pair_is_right<std::int16_t>(DataType::i16, rounding, algorithm);
  expect_every_pair_is_right<std::uint16_t>(DataType::u16, rounding, algorithm);
  expect_every_pair_is_right<std::int32_t>(DataType::i32, rounding, algorithm);
  expect_every_pair_is_right<std::uint32_t>(DataType::u32, rounding, algorithm);
}

INSTANTIATE_TEST_SUITE_P(Gate, KnownDivisor,
                         testing::Combine(testing::Values(modulus::Algorithm::fastmod, modulus::Algorithm::mask),
                                          testing::Values(modulus::Rounding::floor, modulus::Rounding::truncate)),
                         [](const auto& test) {
                           return std::string(name_of(std::get<0>(test.param))) + '_' +
                                  std::string(name_of(std::get<1>(test.param)));
                         });

}  // namespace
}  // namespace modlab::measure
