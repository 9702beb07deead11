#include "kernels/modulus/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

#include "kernels/element_text.h"
#include "kernels/modulus/elements.h"
#include "kernels/parallel.h"
#include "kernels/ulp_histogram.h"

namespace modlab::modulus {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Maps a float's bits to integers so that neighbours are one apart across zero too.
template <typename SignedBits>
std::int64_t ordinal(SignedBits bits) {
  return bits >= 0 ? bits : std::int64_t{std::numeric_limits<SignedBits>::min()} - bits;
}

template <typename SignedBits, typename T>
double float_distance(T got, T want) {
  if (is_nan(got) != is_nan(want)) return kInfinity;
  if (is_nan(got)) return 0;
  const auto distance = ordinal(std::bit_cast<SignedBits>(got)) - ordinal(std::bit_cast<SignedBits>(want));
  return static_cast<double>(std::abs(distance));
}

/// A mismatch of two results without a distance that means anything.
bool is_special(double b, double got, double want) {
  return !std::isfinite(got) || !std::isfinite(want) || (got == 0 && want == 0) || b == 0;
}

/// The distance of two results modulo b: their difference, or how far that is from one b.
double distance_modulo(double got, double want, double b) {
  const double distance = std::abs(got - want);
  return std::min(distance, std::abs(distance - std::abs(b)));
}

/// The error bound of one fp32 evaluation of the formula, modulo b.
double fp32_error(double a, double b) { return 0x1p-21 * (std::abs(a) + std::abs(b)); }

/// The ULP of a half of this magnitude; denormals have that of the smallest normal one.
double half_ulp_at(double magnitude) { return std::ldexp(1.0, std::ilogb(std::max(magnitude, 0x1p-14)) - 10); }

/// The mismatches of some results.
struct Tally {
  std::uint64_t mismatches = 0;
  std::uint64_t out_of_bound = 0;
  double max_ulp = 0;
  struct Worst {
    bool out_of_bound = false;
    double ulp = 0;
    std::uint64_t index = 0;
  } worst;
  std::optional<std::uint64_t> first_wrong{};  ///< the index of the first that is out of bound
  std::uint64_t special = 0;
  double max_finite_ulp = 0;
  double error_per_divisor = 0;
  UlpHistogram ulps{};
};

/// Out of bound is worse than any distance; ties keep the earlier result. Called before the mismatches are counted.
void take_worse(Tally& total, const Tally::Worst& more) {
  const auto badness = [](const Tally::Worst& worst) { return std::pair(worst.out_of_bound, worst.ulp); };
  if (total.mismatches == 0 || badness(more) > badness(total.worst)) total.worst = more;
}

void add(Tally& total, const Tally& more) {
  if (more.mismatches == 0) return;
  take_worse(total, more.worst);
  total.mismatches += more.mismatches;
  total.out_of_bound += more.out_of_bound;
  total.max_ulp = std::max(total.max_ulp, more.max_ulp);
  if (!total.first_wrong) total.first_wrong = more.first_wrong;
  total.special += more.special;
  total.max_finite_ulp = std::max(total.max_finite_ulp, more.max_finite_ulp);
  total.error_per_divisor = std::max(total.error_per_divisor, more.error_per_divisor);
  total.ulps.add(more.ulps);
}

template <typename T>
bool within_bound(Accuracy accuracy, T a, T b, T got, T want) {
  if (accuracy == Accuracy::peer) return true;
  if constexpr (kIsFloat<T>)
    return accuracy == Accuracy::formula && within_formula_bound(a, b, got, want);
  else
    return false;
}

/// A result that is not the reference's.
template <typename T>
void add_mismatch(Tally& tally, std::uint64_t index, bool out_of_bound, T b, T got, T want) {
  const double ulp = ulp_distance(got, want);
  take_worse(tally, {out_of_bound, ulp, index});
  ++tally.mismatches;
  if (out_of_bound) {
    ++tally.out_of_bound;
    if (!tally.first_wrong) tally.first_wrong = index;
  }
  tally.max_ulp = std::max(tally.max_ulp, ulp);
  if (is_special(value_of(b), value_of(got), value_of(want))) {
    ++tally.special;
    return;
  }
  tally.ulps.add(static_cast<std::uint64_t>(ulp));
  tally.max_finite_ulp = std::max(tally.max_finite_ulp, ulp);
  const double error = distance_modulo(value_of(got), value_of(want), value_of(b)) / std::abs(value_of(b));
  tally.error_per_divisor = std::max(tally.error_per_divisor, error);
}

template <typename T>
Comparison compare(const ModulusDesc& desc, Accuracy accuracy, const OperandViews& operands,
                   std::span<const std::byte> want, std::span<const std::byte> got) {
  const std::uint64_t count = element_count(desc.out.sizes);
  std::vector<Tally> parts(part_count(count));
  parallel_for(count, [&](std::uint64_t part, std::uint64_t begin, std::uint64_t end) {
    for_each_element(desc, begin, end, [&](std::uint64_t index, const Offsets& at) {
      const T w = load_element<T>(want, at.out);
      const T g = load_element<T>(got, at.out);
      if (identical(g, w)) return;
      const T b = load_element<T>(operands.b, at.b);
      const bool out_of_bound = !within_bound(accuracy, load_element<T>(operands.a, at.a), b, g, w);
      add_mismatch(parts[part], index, out_of_bound, b, g, w);
    });
  });

  Tally total;
  for (const Tally& part : parts) add(total, part);
  Comparison comparison{
      .compared = count,
      .mismatches = total.mismatches,
      .out_of_bound = total.out_of_bound,
      .max_ulp = total.max_ulp,
      .worst = {},
      .special_mismatches = total.special,
      .max_finite_ulp = total.max_finite_ulp,
      .ulp_p999 = std::min(total.ulps.exceeded_by((count - total.special) / 1000), total.max_finite_ulp),
      .error_per_divisor = total.error_per_divisor};
  const auto describe_result = [&](std::uint64_t which) {
    std::string text;
    for_each_element(desc, which, which + 1, [&](std::uint64_t index, const Offsets& at) {
      text = fmt::format("element {}: {} mod {} = {}, want {}", index, text_of(load_element<T>(operands.a, at.a)),
                         text_of(load_element<T>(operands.b, at.b)), text_of(load_element<T>(got, at.out)),
                         text_of(load_element<T>(want, at.out)));
    });
    return text;
  };
  if (total.mismatches != 0) comparison.worst = describe_result(total.worst.index);
  if (total.first_wrong) comparison.first_wrong = describe_result(*total.first_wrong);
  return comparison;
}

}  // namespace

double ulp_distance(float got, float want) { return float_distance<std::int32_t>(got, want); }
double ulp_distance(Half got, Half want) { return float_distance<std::int16_t>(got, want); }

bool within_formula_bound(float a, float b, float got, float want) {
  const double abs_a = std::abs(static_cast<double>(a));
  const double abs_b = std::abs(static_cast<double>(b));
  const bool judged = abs_a <= 0x1p126 && abs_b <= 0x1p126 && abs_b >= 0x1p-126 && abs_a / abs_b < 0x1p126;
  return !judged || distance_modulo(static_cast<double>(got), static_cast<double>(want), abs_b) <=
                        fp32_error(abs_a, abs_b) + 0x1p-126;
}

bool within_formula_bound(Half a, Half b, Half got, Half want) {
  const bool judged = !is_nan(a) && !is_nan(b) && !is_infinite(a) && !is_infinite(b) && units_of(b) != 0;
  if (!judged) return true;
  if (is_nan(got) || is_infinite(got)) return false;
  const auto value = [](Half half) { return static_cast<double>(to_float(half)); };
  const double magnitude = std::max(std::abs(value(got)), std::abs(value(want)));
  return distance_modulo(value(got), value(want), value(b)) <=
         fp32_error(value(a), value(b)) + 1.5 * half_ulp_at(magnitude);
}

Comparison compare_results(const ModulusDesc& desc, Accuracy accuracy, const OperandViews& operands,
                           std::span<const std::byte> want, std::span<const std::byte> got) {
  return with_element_type(desc.out.type, [&]<typename T>(std::type_identity<T>) {
    return compare<T>(desc, accuracy, operands, want, got);
  });
}

}  // namespace modlab::modulus
