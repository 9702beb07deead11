#include "harness/store/row_notes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/error.h"
#include "tests/support/run_files.h"
#include "tests/support/temporary_folder.h"

namespace modlab::store {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(RowNotes, AreReadAsTheyWereWrittenAndWithoutAnyThereIsNoFile) {
  const TemporaryFolder folder;
  const std::vector<RowNote> notes{{.run = "r1", .row = 3, .star = true, .text = ""},
                                   {.run = "r2", .row = 3, .star = false, .text = "spills \"registers\""}};
  EXPECT_THAT(read_notes(folder / "run.csv"), IsEmpty());
  write_notes(folder / "run.csv", notes);
  EXPECT_EQ(read_notes(folder / "run.csv"), notes);
  EXPECT_TRUE(std::filesystem::exists(folder / "run.notes.json"));
  write_notes(folder / "run.csv", {});
  EXPECT_FALSE(std::filesystem::exists(folder / "run.notes.json"));
}

TEST(RowNotes, ABrokenFileIsRefusedByItsName) {
  const TemporaryFolder folder;
  for (const char* text : {"", "{", "[]", R"({"notes": [{"run": 1, "row": 2}]})", R"({"notes": [{"run": "a"}]})",
                           R"({"notes": [{"run": "a", "row": -1}]})"}) {
    write_text(folder / "run.notes.json", text);
    try {
      read_notes(folder / "run.csv");
      ADD_FAILURE() << text;
    } catch (const Error& error) {
      EXPECT_THAT(error.what(), HasSubstr("run.notes.json: ")) << text;
    }
  }
}

}  // namespace
}  // namespace modlab::store
