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

constexpr std::uint64_t kUncountable = std::numeric_limits<std::uint64_t>::max();

std::uint64_t saturating_product(std::uint64_t x, std::uint64_t y) {
  return y != 0 && x > kUncountable / y ? kUncountable : x * y;
}

std::uint64_t saturating_sum(std::uint64_t x, std::uint64_t y) { return x > kUncountable - y ? kUncountable : x + y; }

}  // namespace

Shape parse_shape(std::string_view text) {
  Shape shape;
  // 2^63 bytes at four bytes per element: what all size arithmetic here may assume.
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

std::vector<std::uint64_t> strides_of(const TensorDesc& desc) {
  if (!desc.strides.empty()) return {desc.strides.begin(), desc.strides.end()};
  std::vector<std::uint64_t> strides(desc.sizes.size());
  std::uint64_t stride = 1;
  for (std::size_t i = strides.size(); i-- > 0;) {
    strides[i] = stride;
    stride = saturating_product(stride, desc.sizes[i]);
  }
  return strides;
}

std::uint64_t storage_bytes(const TensorDesc& desc) {
  const std::vector<std::uint64_t> strides = strides_of(desc);
  std::uint64_t elements = 1;
  for (std::size_t i = 0; i < strides.size(); ++i)
    elements = saturating_sum(elements, saturating_product(desc.sizes[i] - 1, strides[i]));
  const std::uint64_t bytes = saturating_product(elements, bytes_of(desc.type));
  return bytes > kUncountable - 3 ? kUncountable : (bytes + 3) / 4 * 4;
}

bool is_packed(const TensorDesc& desc) {
  const std::vector<std::uint64_t> strides = strides_of(desc);
  std::uint64_t packed = 1;
  for (std::size_t i = strides.size(); i-- > 0;) {
    if (desc.sizes[i] != 1 && strides[i] != packed) return false;
    packed *= desc.sizes[i];
  }
  return true;
}

ElementWalk::ElementWalk(const TensorDesc& desc, std::uint64_t first_index) {
  const std::vector<std::uint64_t> strides = strides_of(desc);
  for (std::size_t i = strides.size(); i-- > 0;) {
    if (desc.sizes[i] == 1) continue;
    Dimension* inner = rank_ == 0 ? nullptr : &dimensions_[rank_ - 1];
    if (inner != nullptr && strides[i] == inner->stride * inner->size)
      inner->size *= desc.sizes[i];
    else
      dimensions_[rank_++] = {.size = desc.sizes[i], .stride = strides[i], .index = 0};
  }
  for (std::size_t i = 0; i < rank_; ++i) {
    dimensions_[i].index = first_index % dimensions_[i].size;
    offset_ += dimensions_[i].index * dimensions_[i].stride;
    first_index /= dimensions_[i].size;
  }
}

}  // namespace modlab
