#include "kernels/modulus.h"

#include <fmt/format.h>

#include "kernels/error.h"

namespace modlab {
namespace {

void validate_dimensions(std::string_view tensor, const TensorDesc& desc, FeatureLevel level) {
  const std::size_t count = desc.sizes.size();
  if (level == FeatureLevel::level_2_1 && count != 4)
    throw Error(fmt::format("{}: DimensionCount is {}, feature level 2.1 takes exactly 4", tensor, count));
  if (count < 1 || count > kMaxDimensions)
    throw Error(fmt::format("{}: DimensionCount is {}, DirectML takes 1 to {}", tensor, count, kMaxDimensions));
  for (std::size_t i = 0; i < count; ++i)
    if (desc.sizes[i] == 0) throw Error(fmt::format("{}: Sizes[{}] is 0, every size is at least 1", tensor, i));
  if (!desc.strides.empty() && desc.strides.size() != count)
    throw Error(fmt::format("{}: Strides has {} entries for {} dimensions", tensor, desc.strides.size(), count));
}

void validate_same(std::string_view tensor, const TensorDesc& desc, const TensorDesc& a) {
  if (desc.type != a.type)
    throw Error(fmt::format("{}: DataType is {}, but A's is {}; all three are the same", tensor, name_of(desc.type),
                            name_of(a.type)));
  if (desc.sizes != a.sizes)
    throw Error(fmt::format("{}: Sizes is {}, but A's is {}; all three are the same", tensor, name_of(desc.sizes),
                            name_of(a.sizes)));
}

}  // namespace

void validate(const ModulusDesc& desc, FeatureLevel level) {
  validate_dimensions("A", desc.a, level);
  validate_dimensions("B", desc.b, level);
  validate_dimensions("Out", desc.out, level);
  validate_same("B", desc.b, desc.a);
  validate_same("Out", desc.out, desc.a);
}

}  // namespace modlab
