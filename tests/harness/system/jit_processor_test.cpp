#include "harness/system/jit_processor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "harness/system/environment.h"
#include "harness/system/shared_library.h"

namespace modlab {
namespace {

std::string cpuinfo(const std::string& features, const std::string& part) {
  return "processor\t: 0\nFeatures\t: fp asimd " + features + "\nCPU implementer\t: 0x41\nCPU part\t: " + part +
         "\nCPU revision\t: 1\n\n";
}

TEST(JitProcessor, IsAnotherWhereSveIsHidden) {
  EXPECT_EQ(jit_processor_for(cpuinfo("i8mm bf16", "0xd40")), "neoverse-n1");
  EXPECT_EQ(jit_processor_for(cpuinfo("sve i8mm bf16", "0xd40")), "");
  EXPECT_EQ(jit_processor_for(cpuinfo("i8mm sve", "0xd40")), "");
  EXPECT_EQ(jit_processor_for(cpuinfo("asimddp", "0xd0c")), "") << "Neoverse N1 has none to hide";
  EXPECT_EQ(jit_processor_for(cpuinfo("asimddp", "0xd05") + cpuinfo("asimddp", "0xd47")), "neoverse-n1");
  EXPECT_EQ(jit_processor_for(""), "");
  EXPECT_EQ(jit_processor_for("model name\t: an x86-64"), "");
}

#if defined(__linux__) && defined(__aarch64__)

TEST(JitProcessor, IsWhatDriversGetFromLlvm) {
  const SharedLibrary driver(MODLAB_FAKE_DRIVER, "");
  const std::string processor = driver.require<const char* (*)()>("driver_processor")();
  EXPECT_EQ(processor, jit_processor().empty() ? "neoverse-v1" : jit_processor());
}

TEST(JitProcessor, HasItsOwnFolderInMesasCache) {
  const std::string folder = environment("MESA_SHADER_CACHE_DIR");
  if (jit_processor().empty())
    EXPECT_THAT(folder, testing::Not(testing::HasSubstr("mesa-for-")));
  else
    EXPECT_THAT(folder, testing::EndsWith("/mesa-for-" + std::string(jit_processor())));
}

#endif

}  // namespace
}  // namespace modlab
