#include "kernels/modulus/modulus.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <limits>
#include <string>

#include "kernels/error.h"
#include "kernels/modulus/overlap.h"

namespace modlab::modulus {
namespace {

std::string name_of_strides(const TensorDesc& desc) { return fmt::format("{}", fmt::join(strides_of(desc), "x")); }

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
    throw Error(fmt::format("{}: DataType is {}, but A's is {}; all three must be the same", tensor, name_of(desc.type),
                            name_of(a.type)));
  if (desc.sizes != a.sizes)
    throw Error(fmt::format("{}: Sizes is {}, but A's is {}; all three must be the same", tensor,
                            modlab::name_of(desc.sizes), modlab::name_of(a.sizes)));
}

void validate_storage(std::string_view tensor, const TensorDesc& desc) {
  const std::uint64_t reach = storage_bytes(desc);
  if (reach > std::numeric_limits<std::int64_t>::max())
    throw Error(fmt::format("{}: Sizes {} with Strides {} reach farther than can be addressed", tensor,
                            modlab::name_of(desc.sizes), name_of_strides(desc)));
  if (desc.total_bytes != 0 && reach > desc.total_bytes)
    throw Error(fmt::format("{}: Strides {} reach {} bytes, past TotalTensorSizeInBytes, which is {}", tensor,
                            name_of_strides(desc), reach, desc.total_bytes));
}

void validate_no_overlap(std::string_view tensor, const TensorDesc& desc) {
  switch (find_overlap(desc)) {
    case Overlap::none: return;
    case Overlap::certain:
      throw Error(fmt::format("{}: Strides {} map two elements to one address; an output's elements must not overlap",
                              tensor, name_of_strides(desc)));
    case Overlap::unproven:
      throw Error(
          fmt::format("{}: Strides {} are too entangled to prove that no two elements share an address; an "
                      "output's elements must not overlap",
                      tensor, name_of_strides(desc)));
  }
}

void validate_in_place(const TensorDesc& out, std::string_view input, const TensorDesc& desc) {
  const std::vector<std::uint64_t> out_strides = strides_of(out);
  const std::vector<std::uint64_t> strides = strides_of(desc);
  for (std::size_t i = 0; i < strides.size(); ++i)
    if (out.sizes[i] != 1 && out_strides[i] != strides[i])
      throw Error(
          fmt::format("Out: Strides is {}, but {}'s, whose buffer it shares, is {}; in place, both must be the same",
                      name_of_strides(out), input, name_of_strides(desc)));
}

}  // namespace

void validate(const ModulusDesc& desc, FeatureLevel level) {
  validate_dimensions("A", desc.a, level);
  validate_dimensions("B", desc.b, level);
  validate_dimensions("Out", desc.out, level);
  validate_same("B", desc.b, desc.a);
  validate_same("Out", desc.out, desc.a);
  validate_storage("A", desc.a);
  validate_storage("B", desc.b);
  validate_storage("Out", desc.out);
  validate_no_overlap("Out", desc.out);
  if (desc.over_a && desc.over_b)
    throw Error("Out: shares the buffers of both A and B; in place, it can share only one");
  if (desc.over_a) validate_in_place(desc.out, "A", desc.a);
  if (desc.over_b) validate_in_place(desc.out, "B", desc.b);
}

}  // namespace modlab::modulus
