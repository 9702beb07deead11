#include "harness/store/npy.h"

#include <span>
#include <string_view>

#include "tests/fuzz/fuzz.h"

namespace modlab {
namespace {

store::NpyArray parse_text(std::string_view content) {
  const auto read = [rest = content](std::span<char> to) mutable {
    const std::size_t count = rest.copy(to.data(), to.size());
    rest.remove_prefix(count);
    return count;
  };
  return store::parse_npy(read, content.size());
}

}  // namespace

void fuzz(std::string_view input) {
  const auto array = unless_refused([&] { return parse_text(input); });
  if (!array) return;
  require(array->data.size() == element_count(array->shape) * bytes_of(array->type), "an array has all its elements");
  require(parse_text(store::npy_text(*array)) == *array, "an array is read as it was written");
}

}  // namespace modlab
