#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <map>
#include <sstream>

#include "tests/support/process.h"
#include "tests/support/temporary_folder.h"

namespace modlab {
namespace {

struct Memory {
  std::uint64_t parent_kib = 0;
  std::uint64_t worker_kib = 0;
};

TEST(Memory, OfALongRunIsThatOfAShortOne) {
  const TemporaryFolder folder;
  const ProcessResult result = run_process(command_line(
      MODLAB_SIMULATED_TUNE, "--memory --workloads 30 --evaluations 100 --worker " MODLAB_FAULTY_WORKER " --resume " +
                                 (folder / "run.csv").string()));
  ASSERT_EQ(result.status, 0) << result.err;
  std::map<unsigned long long, Memory> memory;
  std::istringstream lines(result.out);
  for (std::string line; std::getline(lines, line);) {
    unsigned long long evaluations = 0;
    unsigned long long parent = 0;
    unsigned long long worker = 0;
    ASSERT_EQ(std::sscanf(line.c_str(), "%llu evaluations: %llu KiB, worker %llu KiB", &evaluations, &parent, &worker),
              3);
    memory[evaluations] = {parent, worker};
  }
  ASSERT_TRUE(memory.contains(1000) && memory.contains(3000)) << result.out;
  EXPECT_LE(10 * memory[3000].parent_kib, 11 * memory[1000].parent_kib) << result.out;
  EXPECT_LE(10 * memory[3000].worker_kib, 11 * memory[1000].worker_kib) << result.out;
}

}  // namespace
}  // namespace modlab
