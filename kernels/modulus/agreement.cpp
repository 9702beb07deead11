#include "kernels/modulus/agreement.h"

#include <cmath>

#include "kernels/element_text.h"
#include "kernels/modulus/compare.h"
#include "kernels/modulus/elements.h"

namespace modlab::modulus {
namespace {

/// Whole quotients from here on are not all fp32 numbers.
constexpr double kLargeQuotient = 0x1p24;

template <typename T>
Disagreement disagreement(Rounding rounding, T a_element, T b_element, T theirs_element, T ours_element) {
  const double a = value_of(a_element);
  const double b = value_of(b_element);
  const double theirs = value_of(theirs_element);
  if (b == 0) return Disagreement::division_by_zero;
  if (std::isinf(b) && std::isfinite(a)) return Disagreement::infinite_divisor;
  if (theirs == 0 && value_of(ours_element) == 0) return Disagreement::sign_of_zero;
  if (std::abs(a / b) >= kLargeQuotient) return Disagreement::large_quotient;
  const double sign_from = rounding == Rounding::floor ? b : a;
  const bool in_range = std::abs(theirs) < std::abs(b) && (theirs == 0 || (theirs < 0) == (sign_from < 0));
  return in_range ? Disagreement::rounding : Disagreement::out_of_range;
}

template <typename T>
Agreement compare(const ModulusDesc& desc, const HostOperands& operands, std::span<const std::byte> ours,
                  std::span<const std::byte> theirs) {
  Agreement agreement{.compared = element_count(desc.out.sizes)};
  for_each_element(desc, 0, agreement.compared, [&](std::uint64_t, const Offsets& at) {
    const T our = load_element<T>(ours, at.out);
    const T their = load_element<T>(theirs, at.out);
    if (identical(our, their)) {
      ++agreement.equal;
      return;
    }
    const T a = load_element<T>(operands.a, at.a);
    const T b = load_element<T>(operands.b, at.b);
    auto& differing = agreement.differing[static_cast<std::size_t>(disagreement(desc.rounding, a, b, their, our))];
    const double ulp = ulp_distance(their, our);
    if (differing.count++ > 0 && ulp <= differing.max_ulp) return;
    differing.max_ulp = ulp;
    differing.worst = fmt::format("{} mod {} = {}, ours {}", text_of(a), text_of(b), text_of(their), text_of(our));
  });
  return agreement;
}

}  // namespace

void Agreement::add(const Agreement& more) {
  compared += more.compared;
  equal += more.equal;
  for (std::size_t i = 0; i < differing.size(); ++i) {
    const Differing& other = more.differing[i];
    if (other.count > 0 && (differing[i].count == 0 || other.max_ulp > differing[i].max_ulp)) {
      differing[i].max_ulp = other.max_ulp;
      differing[i].worst = other.worst;
    }
    differing[i].count += other.count;
  }
}

Agreement compare_with_peer(const ModulusDesc& desc, const HostOperands& operands, std::span<const std::byte> ours,
                            std::span<const std::byte> theirs) {
  return with_element_type(desc.out.type,
                           [&]<typename T>(std::type_identity<T>) { return compare<T>(desc, operands, ours, theirs); });
}

}  // namespace modlab::modulus
