#include "kernels/tensor.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <limits>

#include "kernels/error.h"

namespace modlab {
namespace {

std::uint32_t parse_size(std::string_view text, std::string_view shape) {
  std::uint32_t size = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), size);
  if (error == std::errc::result_out_of_range)
    throw Error(fmt::format("shape '{}': dimension {} is larger than {}", shape, text,
                            std::numeric_limits<std::uint32_t>::max()));
  if (error != std::errc{} || end != text.data() + text.size())
    throw Error(fmt::format("shape '{}': '{}' is not a size; write sizes joined by x, as in 4x256x1024", shape, text));
  if (size == 0) throw Error(fmt::format("shape '{}': a dimension of 0 leaves no element", shape));
  return size;
}

}  // namespace

Shape parse_shape(std::string_view text) {
  Shape shape;
  // 63 bits of bytes at four bytes an element: what any tensor's size arithmetic here may assume.
  constexpr std::uint64_t kMaxElements = std::uint64_t{1} << 61;
  std::uint64_t elements = 1;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('x', begin), text.size());
    const std::uint32_t size = parse_size(text.substr(begin, end - begin), text);
    if (shape.size() == kMaxDimensions)
      throw Error(fmt::format("shape '{}': more than {} dimensions, DirectML's limit", text, kMaxDimensions));
    if (elements > kMaxElements / size)
      throw Error(fmt::format("shape '{}': more elements than can be addressed", text));
    elements *= size;
    shape.push_back(size);
    begin = end + 1;
  }
  return shape;
}

std::string name_of(const Shape& shape) { return fmt::format("{}", fmt::join(shape, "x")); }

std::uint64_t element_count(const Shape& shape) {
  std::uint64_t count = 1;
  for (const std::uint32_t size : shape) count *= size;
  return count;
}

}  // namespace modlab
