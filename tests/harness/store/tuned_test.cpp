#include "harness/store/tuned.h"

#include <gtest/gtest.h>

#include <fstream>
#include <thread>

#include "harness/store/journal.h"
#include "harness/system/file.h"
#include "kernels/error.h"
#include "kernels/modulus/problem.h"
#include "tests/support/measured_row.h"
#include "tests/support/temporary_folder.h"

namespace modlab::store {
namespace {

RunContext a_context() {
  RunContext context;
  context.device.adapter = "a GPU";
  context.device.driver = "1.0";
  context.device.implementation = "vkd3d";
  return context;
}

Row best_row(const std::string& shape, const std::string& variant) {
  Row row = measured_row(variant, 1000, 0.01);
  row.run = "run";
  row.shape = shape;
  row.tie = "best";
  return row;
}

TEST(Tuned, TakesTheBestOfEachClassWithItsTies) {
  Row tie = best_row("1024", "second");
  tie.tie = "yes";
  Row formula = best_row("1024", "loose");
  formula.accuracy = "formula";
  Row slow = best_row("1024", "slow");
  slow.tie = "no";
  const auto found = tuned_configurations({best_row("1024", "first"), tie, formula, slow}, a_context());
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].variant, "first");
  EXPECT_EQ(found[0].ties, std::vector<std::string>{"second"});
  EXPECT_EQ(found[0].key.size_bucket, 12u) << "1024 floats are 2^12 bytes";
  EXPECT_EQ(found[0].key.adapter, "a GPU");
  EXPECT_EQ(found[1].key.accuracy, "formula");
  EXPECT_TRUE(found[1].ties.empty());
}

TEST(Tuned, OfAUsersKernelAlsoTheBestBuiltInOne) {
  Row own = best_row("1024", "mine:U=1-d3dcompile-5.1-01234567");
  own.median_ns = 800;
  Row fast = best_row("1024", "fast");
  fast.tie = "yes";
  Row slow = best_row("1024", "slow");
  slow.median_ns = 2000;
  slow.tie = "no";
  const auto found = tuned_configurations({slow, own, fast}, a_context());
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].key.kernel, "mine-01234567");
  EXPECT_TRUE(found[0].ties.empty()) << "a built-in variant does not replace it";
  EXPECT_EQ(found[1].variant, "fast");
  EXPECT_EQ(found[1].key.kernel, "");
  const auto read = parse_tuned(tuned_text(found));
  ASSERT_EQ(read.size(), 2u);
  EXPECT_EQ(read[0].key, found[0].key);
}

TEST(Tuned, TakesEachRowsOwnAdapterInAMergedRun) {
  RunContext merged = a_context();
  merged.parts = {a_context(), a_context()};
  merged.parts[1].device.adapter = "another GPU";
  merged.parts[1].device.driver = "2.0";
  std::vector<Row> rows{best_row("1024", "first"), best_row("1024", "other"), best_row("1024", "tie")};
  rows[0].adapter = "a GPU";
  rows[1].adapter = rows[2].adapter = "another GPU";
  rows[2].tie = "yes";
  const auto found = tuned_configurations(rows, merged);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].key.driver, "1.0");
  EXPECT_TRUE(found[0].ties.empty()) << "a tie on another adapter";
  EXPECT_EQ(found[1].key.adapter, "another GPU");
  EXPECT_EQ(found[1].key.driver, "2.0");
  EXPECT_EQ(found[1].ties, std::vector<std::string>{"tie"});
}

TEST(Tuned, MergingReplacesTheSameClassAndKeepsTheOthers) {
  const TemporaryFolder folder;
  const auto path = folder / "sub" / "tuned.json";
  EXPECT_TRUE(read_tuned(path).empty());
  merge_tuned(path, tuned_configurations({best_row("1024", "old"), best_row("4096", "other")}, a_context()));
  merge_tuned(path, tuned_configurations({best_row("1500", "new")}, a_context()));
  const auto known = read_tuned(path);
  ASSERT_EQ(known.size(), 2u) << "1024 and 1500 floats are of one class";
  EXPECT_EQ(known[0].variant, "new");
  EXPECT_EQ(known[1].variant, "other");
  EXPECT_EQ(known[1].median_ns, 1000);
}

TEST(Tuned, NewerEvidenceStaysWhateverTheOrder) {
  for (const bool newer_first : {false, true}) {
    const TemporaryFolder folder;
    std::vector<Row> rows{best_row("1024", "older"), best_row("1024", "newer")};
    rows[0].utc = "2026-11-15T23:59:59Z";
    rows[1].utc = "2026-11-16T00:00:00Z";
    for (const std::size_t which : {newer_first ? 1u : 0u, newer_first ? 0u : 1u})
      merge_tuned(folder / "tuned.json", tuned_configurations({rows[which]}, a_context()));
    const auto known = read_tuned(folder / "tuned.json");
    ASSERT_EQ(known.size(), 1u);
    EXPECT_EQ(known[0].variant, "newer");
  }
}

TEST(Tuned, ADateAfterNowIsAWrongClocksAndCountsAsTheOldest) {
  const TemporaryFolder folder;
  const std::string now = "2026-11-16T00:00:00Z";
  const auto merge = [&](const std::string& variant, const std::string& utc) {
    Row row = best_row("1024", variant);
    row.utc = utc;
    return merge_tuned(folder / "tuned.json", tuned_configurations({row}, a_context()), now);
  };
  const auto kept = [&] { return read_tuned(folder / "tuned.json").front().variant; };
  EXPECT_TRUE(merge("future", "2099-01-01T00:00:00Z"));
  EXPECT_TRUE(merge("today", "2026-11-15T23:00:00Z"));
  EXPECT_EQ(kept(), "today");
  const std::string before = read_file(folder / "tuned.json");
  EXPECT_FALSE(merge("future", "2099-01-01T00:00:00Z"));
  EXPECT_FALSE(merge("yesterday", "2026-11-14T00:00:00Z"));
  EXPECT_EQ(read_file(folder / "tuned.json"), before) << "nothing was written";
  EXPECT_TRUE(merge("now", now));
  EXPECT_EQ(kept(), "now");
  EXPECT_FALSE(merge_tuned(folder / "tuned.json", {}, now));
}

TEST(Tuned, ModesDoNotReplaceEachOther) {
  const TemporaryFolder folder;
  std::vector<Row> rows{best_row("1024", "from memory"), best_row("1024", "in the cache")};
  rows[0].mode = "cold";
  rows[1].mode = "warm";
  merge_tuned(folder / "tuned.json", tuned_configurations(rows, a_context()));
  const auto known = read_tuned(folder / "tuned.json");
  ASSERT_EQ(known.size(), 2u);
  EXPECT_EQ(known[0].key.mode, "cold");
  EXPECT_EQ(differences(known[1].key, known[0].key), "mode cold");
}

TEST(Tuned, AFileWithTheModeBesideTheKeyIsRead) {
  const TemporaryFolder folder;
  const auto path = folder / "tuned.json";
  Row row = best_row("1024", "first");
  row.mode = "cold";
  merge_tuned(path, tuned_configurations({row}, a_context()));
  std::string text = read_file(path);
  const std::size_t place = text.find("\"mode\": \"cold\",");
  ASSERT_NE(place, std::string::npos);
  text.erase(place, std::string_view("\"mode\": \"cold\",").size());
  text.insert(text.find("\"median_ns\""), "\"mode\": \"cold\", ");
  std::ofstream(path) << text;
  ASSERT_EQ(read_tuned(path).size(), 1u);
  EXPECT_EQ(read_tuned(path)[0].key.mode, "cold");
}

TEST(Tuned, MergersAtTheSameTimeLoseNothing) {
  const TemporaryFolder folder;
  const auto path = folder / "tuned.json";
  std::vector<std::jthread> mergers;
  for (int i = 0; i < 8; ++i)
    mergers.emplace_back([&, i] {
      merge_tuned(path, tuned_configurations({best_row(std::to_string(1 << i), std::to_string(i))}, a_context()));
    });
  mergers.clear();
  EXPECT_EQ(read_tuned(path).size(), 8u);
}

TEST(Tuned, RefusesWhatIsNoDatabase) {
  const TemporaryFolder folder;
  for (const char* text : {"", "{}", "[]", R"({"format": "other"})"}) {
    std::ofstream(folder / "tuned.json") << text;
    EXPECT_THROW(read_tuned(folder / "tuned.json"), Error) << text;
    EXPECT_THROW(check_tuned(folder / "tuned.json"), Error) << text;
  }
}

TEST(Tuned, IsReplacedWhereALinkLeads) {
  const TemporaryFolder folder;
  std::filesystem::create_symlink("sub/mine.json", folder / "tuned.json");
  EXPECT_NO_THROW(check_tuned(folder / "tuned.json"));
  for (const char* shape : {"1024", "4096"})
    merge_tuned(folder / "tuned.json", tuned_configurations({best_row(shape, "variant")}, a_context()));
  EXPECT_NO_THROW(check_tuned(folder / "tuned.json"));
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "tuned.json"));
  EXPECT_EQ(read_tuned(folder / "sub" / "mine.json").size(), 2u);
}

TEST(Tuned, RefusesTensorsThatNoMachineHolds) {
  TunedConfiguration configuration;
  configuration.key.size_bucket = 63;
  EXPECT_EQ(parse_tuned(tuned_text({configuration})).size(), 1u);
  for (const std::uint32_t bucket : {64u, 1u << 31, ~0u}) {
    configuration.key.size_bucket = bucket;
    EXPECT_THROW(parse_tuned(tuned_text({configuration})), Error) << bucket;
  }
}

TEST(Tuned, AnotherSizeIsNearerThanAnotherTypeAndThatThanAnotherAdapter) {
  const TunedKey key =
      tuned_key(a_context().device, modulus::parse_workload("floor/f32/1048576/packed/out/mixed"), "exact", "warm");
  TunedKey smaller = key;
  smaller.size_bucket = 4;
  TunedKey type = key;
  type.dtype = "f16";
  TunedKey adapter = key;
  adapter.adapter = "another";
  EXPECT_EQ(distance(key, key), 0);
  EXPECT_EQ(differences(key, key), "");
  EXPECT_LT(distance(key, smaller), distance(key, type));
  EXPECT_LT(distance(key, type), distance(key, adapter));
  TunedKey same_width = key;
  same_width.dtype = "u32";
  EXPECT_LT(distance(key, same_width), distance(key, type));
  EXPECT_EQ(differences(key, type), "type f16");
  EXPECT_EQ(differences(key, smaller), "tensors of 0.015625 KiB");
}

}  // namespace
}  // namespace modlab::store
