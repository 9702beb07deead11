// DXC's kernels through the gate on the real device, where it accepts them.
#include <gtest/gtest.h>

#include "harness/device/status.h"
#include "harness/measure/probe_platform.h"
#include "harness/measure/workbench.h"
#include "kernels/modulus/axis.h"
#include "kernels/modulus/probes.h"
#include "kernels/modulus/problem.h"
#include "kernels/modulus/space.h"
#include "tests/support/dxc.h"
#include "tests/support/shared_device.h"

namespace modlab::measure {
namespace {

class DxcGate : public testing::TestWithParam<DataType> {};

TEST_P(DxcGate, EveryAlgorithmPassesOrIsRefusedByTheDevice) {
  MODLAB_NEEDS_DXC();
  const Platform platform = probe_platform(device(), *real_dxc(), modulus::modulus_probes());
  modulus::VariantFilter filter;
  for (const char* where : {"threads=64", "per_thread=2", "loop=group", "load_bytes=16", "access=raw", "binding=root"})
    filter.add_where(where);
  int passed = 0;
  for (const auto& rounding : modulus::kRoundingNames) {
    const modulus::Workload workload{
        .rounding = rounding.value, .type = GetParam(), .shape = {5003}, .data_set = modulus::DataSet::edges};
    Workbench workbench(device(), *real_dxc(), embedded_shaders(), workload, 1);
    const modulus::VariantSpace space(modulus::describe(workload), platform, filter);
    ASSERT_FALSE(space.legal().empty());
    for (const modulus::Variant& variant : space.legal()) {
      try {
        workbench.verify(workbench.prepare(variant));
        ++passed;
      } catch (const VariantFailure& failure) {
        EXPECT_EQ(failure.status(), Status::device_refused) << modulus::name_of(variant) << ": " << failure.what();
      }
    }
  }
  EXPECT_GT(passed, 0);
}

INSTANTIATE_TEST_SUITE_P(Device, DxcGate,
                         testing::Values(DataType::f32, DataType::f16, DataType::i32, DataType::i16, DataType::i8,
                                         DataType::u32, DataType::u16, DataType::u8),
                         [](const auto& test) { return std::string(name_of(test.param)); });

}  // namespace
}  // namespace modlab::measure
