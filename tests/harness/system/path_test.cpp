#include "harness/system/path.h"

#include <gtest/gtest.h>

#include "harness/system/environment.h"
#include "harness/system/scoped_variable.h"

namespace modlab {
namespace {

TEST(Path, TextIsUtf8BothWays) {
  const std::string text = "Messungen für Größe π 漢字/a b.csv";
  EXPECT_EQ(path_of(text).string(), text);
  EXPECT_EQ(path_of(text).filename().string(), "a b.csv");
  EXPECT_TRUE(path_of("").empty());
}

TEST(Path, IsReadFromTheEnvironment) {
  const ScopedVariable set("MODLAB_TEST_PATH", "für π");
  EXPECT_EQ(environment("MODLAB_TEST_PATH"), "für π");
  EXPECT_EQ(environment_path("MODLAB_TEST_PATH"), path_of("für π"));
  EXPECT_EQ(environment("MODLAB_TEST_NOT_SET"), "");
  EXPECT_TRUE(environment_path("MODLAB_TEST_NOT_SET").empty());
}

}  // namespace
}  // namespace modlab
