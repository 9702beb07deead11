#include "harness/d3d12/adapters.h"

#include <gtest/gtest.h>

#include "harness/d3d12/implementation.h"
#include "kernels/error.h"

namespace modlab::d3d12 {
namespace {

std::vector<Adapter> three_adapters() {
  std::vector<Adapter> adapters(3);
  const char* const names[] = {"Acme Volt 9000", "Acme Volt 9000 Ti", "llvmpipe"};
  for (std::uint32_t i = 0; i < 3; ++i) {
    adapters[i].index = i;
    adapters[i].name = names[i];
  }
  return adapters;
}

std::string adapter_refusal(std::string_view choice) {
  try {
    static_cast<void>(select_adapter(three_adapters(), choice));
  } catch (const Error& error) {
    return error.what();
  }
  return "no Error was thrown";
}

TEST(AdapterSelection, NothingNamedIsTheFirst) {
  const auto adapters = three_adapters();
  EXPECT_EQ(select_adapter(adapters, "").index, 0U);
}

TEST(AdapterSelection, NumberIsAnIndex) {
  const auto adapters = three_adapters();
  EXPECT_EQ(select_adapter(adapters, "2").index, 2U);
}

TEST(AdapterSelection, PartOfTheNameInAnyCase) {
  const auto adapters = three_adapters();
  EXPECT_EQ(select_adapter(adapters, "LLVM").index, 2U);
}

TEST(AdapterSelection, WholeNameWinsOverLongerNames) {
  const auto adapters = three_adapters();
  EXPECT_EQ(select_adapter(adapters, "acme volt 9000").index, 0U);
}

TEST(AdapterSelection, IndexPastTheEndListsTheAdapters) {
  EXPECT_EQ(adapter_refusal("3"), "no adapter 3; there are: 0 (Acme Volt 9000), 1 (Acme Volt 9000 Ti), 2 (llvmpipe)");
}

TEST(AdapterSelection, HugeNumberIsNoAdapter) {
  EXPECT_NE(adapter_refusal("99999999999999999999").find("no adapter 99999999999999999999"), std::string::npos);
}

TEST(AdapterSelection, AmbiguousNameListsTheAdapters) {
  EXPECT_EQ(adapter_refusal("volt"),
            "more than one adapter's name contains 'volt'; choose by number: 0 (Acme Volt 9000), "
            "1 (Acme Volt 9000 Ti), 2 (llvmpipe)");
}

TEST(AdapterSelection, UnknownNameListsTheAdapters) {
  EXPECT_NE(adapter_refusal("radeon").find("no adapter's name contains 'radeon'; choose by number: 0 (Acme"),
            std::string::npos);
}

TEST(AdapterListing, EveryAdapterIsDescribed) {
  const auto adapters = open_implementation("auto")->adapters();
  ASSERT_FALSE(adapters.empty());
  for (std::uint32_t i = 0; i < adapters.size(); ++i) {
    EXPECT_EQ(adapters[i].index, i);
    EXPECT_FALSE(adapters[i].name.empty());
    EXPECT_FALSE(adapters[i].driver.empty());
    EXPECT_GT(adapters[i].memory_bytes, 0U);
  }
}

TEST(AdapterListing, SoftwareComesLast) {
  bool software_seen = false;
  for (const Adapter& adapter : open_implementation("auto")->adapters()) {
    EXPECT_TRUE(adapter.software || !software_seen) << adapter.name;
    software_seen = software_seen || adapter.software;
  }
}

}  // namespace
}  // namespace modlab::d3d12
