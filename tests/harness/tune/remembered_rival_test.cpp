#include "harness/tune/remembered_rival.h"

#include <gtest/gtest.h>

#include "harness/system/file.h"
#include "tests/support/temporary_folder.h"

namespace modlab::tune {
namespace {

constexpr Variant kFast{.access = Access::structured, .load_bytes = 16, .algorithm = modulus::Algorithm::split};
const std::vector<Variant> kSpace{{}, kFast, {.load_bytes = 8}};

TEST(RememberedRival, IsKeptForItsKeyAndSpace) {
  const TemporaryFolder folder;
  const RememberedRival rival(folder / "cache", "workload, adapter");
  EXPECT_FALSE(rival.among(kSpace));
  rival.keep(kFast);
  EXPECT_EQ(RememberedRival(folder / "cache", "workload, adapter").among(kSpace), kFast);
  EXPECT_FALSE(RememberedRival(folder / "cache", "workload, another adapter").among(kSpace));
  EXPECT_FALSE(rival.among({Variant{}})) << "it is no longer legal";
}

TEST(RememberedRival, ADamagedFileAndAFolderThatCannotBeWrittenAreAsGoodAsNone) {
  const TemporaryFolder folder;
  const RememberedRival rival(folder / "cache", "workload");
  rival.keep(kFast);
  const std::filesystem::path file = entries_of(folder / "cache").at(0);
  const std::string content = read_file(file);
  for (const std::string& damaged : {std::string(), content.substr(0, content.size() - 3), content + "more",
                                     std::string("\0\xff\n", 3), "another " + content}) {
    replace_file(file, damaged);
    EXPECT_FALSE(rival.among(kSpace)) << damaged;
  }
  rival.keep(kFast);
  EXPECT_EQ(rival.among(kSpace), kFast);

  replace_file(folder / "file", "");
  for (const std::filesystem::path& nowhere : {folder / "file", std::filesystem::path()}) {
    const RememberedRival lost(nowhere, "workload");
    lost.keep(kFast);
    EXPECT_FALSE(lost.among(kSpace));
  }
}

}  // namespace
}  // namespace modlab::tune
