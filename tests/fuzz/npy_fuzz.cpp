#include "harness/store/npy.h"

#include <sstream>

#include "tests/fuzz/fuzz.h"

namespace modlab {
namespace {

NpyArray parse_text(const std::string& content) {
  std::istringstream stream(content);
  return parse_npy(stream, content.size());
}

}  // namespace

void fuzz(std::string_view input) {
  const auto array = unless_refused([&] { return parse_text(std::string(input)); });
  if (!array) return;
  require(array->data.size() == element_count(array->shape) * bytes_of(array->type), "an array has all its elements");
  require(parse_text(npy_text(*array)) == *array, "an array is read as it was written");
}

}  // namespace modlab
