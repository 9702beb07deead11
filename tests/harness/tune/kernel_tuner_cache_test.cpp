#include "harness/tune/kernel_tuner_cache.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/error.h"

namespace modlab::tune {
namespace {

using ::testing::HasSubstr;

RecordedSpace parse(std::string_view text) { return parse_kernel_tuner_cache(text, "folder/space.json"); }

TEST(KernelTunerCache, IsASpaceOfAnyAxes) {
  const RecordedSpace recorded = parse(R"({
    "device_name": "A GPU",
    "tune_params_keys": ["threads", "layout", "padded", "scale"],
    "tune_params": {"threads": [8, 16, 128]},
    "cache": {
      "128,row,true,0.5": {"threads": 128, "layout": "row", "padded": true, "scale": 0.5, "time": 3, "times": [2, 4]},
      "16,column,true,1": {"threads": 16, "layout": "column", "padded": true, "scale": 1, "time": "RuntimeFailedConfig"},
      "8,row,false,1.0": {"threads": 8, "layout": "row", "padded": false, "scale": 1.0, "time": 1.5}}})");
  EXPECT_EQ(recorded.workload, "space");
  EXPECT_EQ(recorded.adapter, "A GPU");
  EXPECT_FALSE(recorded.accuracy);
  // Numbers in their own order, rather than in that of their digits; 1 and 1.0 are the same.
  ASSERT_EQ(recorded.space.size(), 3u);
  EXPECT_EQ(recorded.space.point(0), (Point{0, 1, 0, 1}));
  EXPECT_EQ(recorded.space.point(1), (Point{1, 0, 1, 1}));
  EXPECT_EQ(recorded.space.point(2), (Point{2, 1, 1, 0}));
  EXPECT_EQ(recorded.entries[0].cost, 1.5);
  EXPECT_FALSE(recorded.entries[1].cost) << "failed";
  EXPECT_EQ(recorded.entries[2].cost, 3);
  std::vector<bool> ordered;
  for (const SearchAxis& axis : recorded.space.axes()) ordered.push_back(axis.ordered);
  EXPECT_EQ(ordered, (std::vector<bool>{true, false, false, true}));
}

struct Refused {
  const char* text;
  const char* why;
};
class RefusedCache : public testing::TestWithParam<Refused> {};

TEST_P(RefusedCache, NamesTheFileAndTheReason) {
  try {
    static_cast<void>(parse(GetParam().text));
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("folder/space.json: "));
    EXPECT_THAT(error.what(), HasSubstr(GetParam().why));
    EXPECT_EQ(std::string_view(error.what()).find('\n'), std::string_view::npos);
  }
}

INSTANTIATE_TEST_SUITE_P(
    KernelTunerCache, RefusedCache,
    testing::Values(
        Refused{"", "parse"}, Refused{R"({"tune_params_keys": ["a"], "cache": {"1": {"a": 1, "ti)", "parse"},
        Refused{"[]", "array"}, Refused{"{}", "tune_params_keys"}, Refused{R"({"tune_params_keys": ["a"]})", "cache"},
        Refused{R"({"tune_params_keys": [1], "cache": {}})", "string"},
        Refused{R"({"tune_params_keys": ["a"], "cache": []})", "'cache' is not an object"},
        Refused{R"({"tune_params_keys": ["a"], "cache": {}})", "empty"},
        Refused{R"({"tune_params_keys": ["a"], "cache": {"1": 7}})", "configuration '1' has no 'a'"},
        Refused{R"({"tune_params_keys": ["a"], "cache": {"1": {"time": 1}}})", "configuration '1' has no 'a'"},
        Refused{R"({"tune_params_keys": ["a"], "cache": {"1": {"a": 1}}})", "configuration '1' has no 'time'"},
        Refused{R"({"tune_params_keys": ["a"], "cache": {"1": {"a": 1, "time": 0}}})", "neither a word nor above 0"},
        Refused{R"({"tune_params_keys": ["a"], "cache": {"1": {"a": 1, "time": null}}})", "the time null"},
        Refused{R"({"tune_params_keys": ["a"], "cache": {"1": {"a": 1, "time": "Failed"}}})", "every configuration"},
        Refused{R"({"tune_params_keys": ["a"], "cache": {"1": {"a": 1, "time": 1}, "2": {"a": 1, "time": 1}}})",
                "the same parameters"}));

}  // namespace
}  // namespace modlab::tune
