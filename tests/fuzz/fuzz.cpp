#include "tests/fuzz/fuzz.h"

#include <sanitizer/allocator_interface.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace modlab {
namespace {

/// Memory that the current input has taken, in bytes.
struct Memory {
  bool counts = false;
  std::ptrdiff_t live = 0;
  std::ptrdiff_t peak = 0;
};
Memory memory;

void on_malloc(const volatile void*, std::size_t bytes) {
  if (!memory.counts) return;
  memory.live += static_cast<std::ptrdiff_t>(bytes);
  memory.peak = std::max(memory.peak, memory.live);
}

void on_free(const volatile void* address) {
  if (memory.counts && address != nullptr)
    memory.live -= static_cast<std::ptrdiff_t>(__sanitizer_get_allocated_size(const_cast<const void*>(address)));
}

/// Tables made on first use and messages take the constant part. JSON takes most per byte: an array of arrays has a
/// vector and its element for every two.
constexpr std::ptrdiff_t limit_for(std::size_t input_bytes) {
  return (std::ptrdiff_t{256} << 10) + 200 * static_cast<std::ptrdiff_t>(input_bytes);
}

}  // namespace

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

}  // namespace modlab

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  __sanitizer_install_malloc_and_free_hooks(modlab::on_malloc, modlab::on_free);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  modlab::memory = {.counts = true};
  modlab::fuzz({reinterpret_cast<const char*>(data), size});
  modlab::memory.counts = false;
  modlab::require(modlab::memory.peak <= modlab::limit_for(size), "memory in proportion to the input");
  return 0;
}
