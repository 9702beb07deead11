#include "kernels/modulus/broadcast.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "kernels/error.h"

namespace modlab::modulus {

Shape common_shape(const Shape& a, const Shape& b) {
  Shape common = a.size() < b.size() ? b : a;
  const Shape& shorter = a.size() < b.size() ? a : b;
  const std::size_t missing = common.size() - shorter.size();
  for (std::size_t i = 0; i < shorter.size(); ++i) {
    std::uint32_t& size = common[missing + i];
    if (size != shorter[i] && size != 1 && shorter[i] != 1)
      throw Error(fmt::format("A is {} and B is {}: they do not broadcast, as {} and {} differ and neither is 1",
                              modlab::name_of(a), modlab::name_of(b), a[a.size() - shorter.size() + i],
                              b[b.size() - shorter.size() + i]));
    size = std::max(size, shorter[i]);
  }
  // Both may be legal but the result too large: a column of 2^31 against a row of 2^31.
  return parse_shape(modlab::name_of(common));
}

TensorDesc broadcast_to(const TensorDesc& tensor, const Shape& out) {
  if (tensor.sizes == out) return tensor;
  const auto refuse = [&](std::string_view reason) {
    throw Error(
        fmt::format("{} does not broadcast to {}: {}", modlab::name_of(tensor.sizes), modlab::name_of(out), reason));
  };
  if (tensor.sizes.size() > out.size()) refuse("it has more dimensions");
  TensorDesc result{.type = tensor.type, .sizes = out, .strides = std::vector<std::uint32_t>(out.size(), 0)};
  const std::size_t missing = out.size() - tensor.sizes.size();
  std::uint64_t packed_stride = 1;
  for (std::size_t i = tensor.sizes.size(); i-- > 0;) {
    const std::uint32_t size = tensor.sizes[i];
    if (size == 1) continue;
    if (size != out[missing + i]) refuse(fmt::format("{} and {} differ", size, out[missing + i]));
    const std::uint64_t stride = tensor.strides.empty() ? packed_stride : tensor.strides[i];
    if (stride > std::numeric_limits<std::uint32_t>::max())
      refuse(fmt::format("DirectML's strides have 32 bits, and it would need {}", stride));
    result.strides[missing + i] = static_cast<std::uint32_t>(stride);
    packed_stride *= size;
  }
  return result;
}

}  // namespace modlab::modulus
