// What the program says of a wrong call: one line that names what is wrong, and status 2, before any work.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/harness/cli/program.h"
#include "tests/support/run_files.h"
#include "tests/support/temporary_folder.h"

namespace modlab::cli {
namespace {

using testing::HasSubstr;

/// The words of calls, and a part of what is said of them.
using Calls = std::vector<std::pair<std::string, std::string>>;

void expect_said(const Calls& calls) {
  for (const auto& [words, said] : calls) {
    const ProcessResult result = modlab(words);
    EXPECT_EQ(result.status, 2) << words;
    EXPECT_EQ(line_count(result.err), 1u) << words << "\n" << result.err;
    EXPECT_THAT(result.err, HasSubstr(said)) << words;
    EXPECT_EQ(result.out, "") << words;
  }
}

TEST(AWrongCall, NamesTheNumberAndItsRange) {
  const std::string seeds = " is not a whole number from 0 to 18446744073709551615";
  expect_said({{"tune --seed -1", "--seed: '-1'" + seeds},
               {"data --seed 18446744073709551616", "'18446744073709551616'" + seeds},
               {"verify --seed 0x10", "'0x10'" + seeds},
               {"variants --seed 1.0", "'1.0'" + seeds},
               {"tune --jobs 257", "--jobs: '257' is not a whole number from 0 to 256"},
               {"replay x.csv --seeds 0", "--seeds: '0' is not a whole number from 1 to 1000000"},
               {"tune --budget 99999999999999999999h", "is too long a time; the longest is 500h"},
               {"tune --time-limit 99999999999999999999s", "is too long a time; the longest is 500h"},
               {"tune --time-limit 0.0001ms", "--time-limit '0.0001ms': the shortest is 2ms"}});
}

TEST(AWrongCall, NamesTheDeviceThatThereIsNot) {
  const std::string lanes = ": write one of 4, 8, 16, 32, 64, 128, or a range of them such as 32-64";
  expect_said({{"compile --out pack --shader-model 9.9", "--shader-model '9.9': write 5.1, or one from 6.0 to 6.9"},
               {"compile --out pack --wave-lanes 5", "--wave-lanes '5'" + lanes},
               {"compile --out pack --wave-lanes 64-32", "--wave-lanes '64-32'" + lanes},
               {"compile --out pack --wave-lanes 32", "--wave-lanes is of no use below shader model 6.6"},
               {"compile --out pack --native-16bit", "--native-16bit is of no use below shader model 6.2"}});
}

TEST(AWrongCall, NamesTheUnknownCommandAndTheNearest) {
  expect_said({{"nosuch", "unknown command 'nosuch'; see modlab --help"},
               {"tnue --budget 1e", "unknown command 'tnue'; did you mean tune?; see modlab --help"},
               {"sumary --help", "did you mean summary?"},
               {"kernel nosuch", "unknown command 'nosuch'; see modlab kernel --help"},
               {"kernel", "name a command: new, try; see modlab kernel --help"},
               {"", "name a command: devices, variants, "},
               {"kernel tyr k.hlsl", "did you mean try?"},
               {"--frob tune", "unknown option '--frob'; see modlab --help"}});
}

TEST(AWrongCall, RefusesOptionsThatItWouldIgnore) {
  Calls calls{{"verify --exhaustive --seed 5", "--exhaustive excludes --seed"},
              {"summary x.csv --markdown --cost --only floor/*/*/*/*/*", "--cost excludes --only"}};
  for (const std::string option : {"--out x.csv", "--resume x.csv", "--rounds 5", "--precision 1%", "--min-samples 9",
                                   "--max-time-per-variant 1s", "--jobs 1", "--peer directml"})
    calls.emplace_back("measure --capture run.wpix " + option,
                       option.substr(0, option.find(' ')) + " excludes --capture");
  expect_said(calls);
}

TEST(AWrongCall, NamesTheFile) {
  TemporaryFolder folder;
  const auto path = [&](const char* name) { return (folder / name).string(); };
  write_text(path("text.so"), "hello\n");
  write_text(path("none.hlsl"),
             "// modlab: op floor\n// modlab: dtype f32\n// modlab: axis N = 1, 2\n// modlab: constraint N > 2\n"
             "// modlab: threads 64\n// modlab: elements N\n");
  write_text(path("tuned.json"), "{\"format\": \"modlab tuned configurations\"}");
  expect_said({{"data --op floor --a " + path("x.npy") + " --b " + path("./x.npy"), "x.npy: would be written twice"},
               {"devices --runtime " + path("text.so"), "text.so (it is no library)"},
               {"tune --kernel " + path("none.hlsl"), "none.hlsl:4: no combination of the axes' values"},
               {"best --tuned " + path("tuned.json"),
                path("tuned.json") + ": not a database of tuned configurations: key 'configurations' not found"}});
}

}  // namespace
}  // namespace modlab::cli
