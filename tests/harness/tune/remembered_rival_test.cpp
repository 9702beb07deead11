#include "harness/tune/remembered_rival.h"

#include <gtest/gtest.h>

#include "harness/system/file.h"
#include "kernels/modulus/algorithm.h"
#include "kernels/modulus/problem.h"
#include "tests/support/temporary_folder.h"

namespace modlab::tune {
namespace {

const modulus::Variant kFast{.access = Access::structured, .load_bytes = 16, .algorithm = modulus::Algorithm::split};
std::vector<Candidate> space() { return {modulus::Variant{}, kFast, modulus::Variant{.load_bytes = 8}}; }

TEST(RememberedRival, IsKeptForItsKeyAndSpace) {
  const TemporaryFolder folder;
  const RememberedRival rival(folder / "cache", "workload, adapter");
  EXPECT_FALSE(rival.among(space()));
  rival.keep(kFast);
  EXPECT_EQ(RememberedRival(folder / "cache", "workload, adapter").among(space()), Candidate(kFast));
  EXPECT_FALSE(RememberedRival(folder / "cache", "workload, another adapter").among(space()));
  EXPECT_FALSE(rival.among(std::vector<Candidate>{modulus::Variant{}})) << "it is no longer legal";
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
    EXPECT_FALSE(rival.among(space())) << damaged;
  }
  rival.keep(kFast);
  EXPECT_EQ(rival.among(space()), Candidate(kFast));

  replace_file(folder / "file", "");
  for (const std::filesystem::path& nowhere : {folder / "file", std::filesystem::path()}) {
    const RememberedRival lost(nowhere, "workload");
    lost.keep(kFast);
    EXPECT_FALSE(lost.among(space()));
  }
}

}  // namespace
}  // namespace modlab::tune
