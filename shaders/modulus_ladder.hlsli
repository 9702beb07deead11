// fp32 by long division with a fused mad, on all words of a vector at once, with no branch but the loop: exact for
// every pair. docs/numerics.md explains why.

#include "float_bits.hlsli"

#if WORDS == 1
typedef int Integers;
typedef float Floats;
#elif WORDS == 2
typedef int2 Integers;
typedef float2 Floats;
#else
typedef int4 Integers;
typedef float4 Floats;
#endif

// Per component. HLSL 2021 has a function for it instead of the operator, which is all that older compilers have.
#ifdef __hlsl_dx_compiler
#define SELECT(condition, yes, no) select(condition, yes, no)
#else
#define SELECT(condition, yes, no) ((condition) ? (yes) : (no))
#endif

static const int kOne = 0x3f800000;  // the bits of 1.0

// 1.5 * 2^23: adding it rounds to an integer, which is in the low bits of the sum.
static const float kWhole = 12582912.0;

// Rounded without a conversion, for which a GPU has fewer units. It takes a mad: a compiler may find that two sums
// cancel.
Floats quotient(Floats dividend, Floats inverse) { return mad(dividend, inverse, (Floats)kWhole) - kWhole; }

// 1 / d for d in [1, 2): a parabola within 1/99, and two Newton steps. Only products and sums, for which a GPU has the
// most units, and equally exact on every device: within 2^-22.
Floats inverse_of(Floats d) {
  Floats x = (d * (32.0 / 99.0) - 144.0 / 99.0) * d + 210.0 / 99.0;
  x += x * (1.0 - d * x);
  x += x * (1.0 - d * x);
  return x;
}

// The bits of fraction * 2^(exponent - 127), a fraction in [0, 2), where that is representable. Denormals and zero are
// integer multiples of 2^-149.
Vector compose(Floats fraction, Integers exponent) {
  const Floats scaled = fraction * asfloat(exponent << 23);  // NaN, or not positive, where the exponent is below 1
  const Floats unit = asfloat((min(exponent, 24) + 149) << 23);
  const Vector denormal = asuint(fraction * unit + 8388608.0) - 0x4b000000u;
  return SELECT(scaled >= 1.17549435e-38, asuint(scaled), denormal);
}

Vector modulus_words(Vector a_bits, Vector b_bits) {
  const Vector a = a_bits & ~kSign;
  const Vector b = b_bits & ~kSign;

  // |a| = dividend * 2^(a_exponent - 127), below 1 for a denormal; |b| = divisor * 2^(b_exponent - 127), the divisor
  // always in [1, 2).
  const Integers a_exponent = max(Integers(a >> 23), 1);
  const Floats dividend = asfloat((a & 0x7fffffu) | 0x3f800000u) - SELECT(a < 0x800000u, (Floats)1.0, (Floats)0.0);
  const Integers lifted = asint(asfloat(b | 0x3f800000u) - 1.0) - (126 << 23);
  const Integers b_parts = SELECT(b < 0x800000u, lifted, Integers(b));
  const Integers b_exponent = b_parts >> 23;
  const Floats divisor = asfloat((b_parts & 0x7fffff) | kOne);
  const Floats inverse = inverse_of(divisor);

  // Against a divisor 2^60 times as large, or infinite, every dividend behaves the same.
  Integers gap = max(a_exponent - b_exponent, -60);
#if ROUNDING == ROUNDING_FLOOR
  gap = SELECT(b == kInfinity, (Integers)-60, gap);
#endif
#if WORDS == 1
  const int widest = gap;
#elif WORDS == 2
  const int widest = max(gap.x, gap.y);
#else
  const int widest = max(max(gap.x, gap.y), max(gap.z, gap.w));
#endif
  // All words take the steps of the one that needs the most, at 21 bits each and in pairs; the bits left over come
  // first.
  const int pairs = max((widest + 41) * 1561 >> 16, 1);  // widest / 42, rounded up
  const int steps = 2 * pairs;
  // gap / steps rounded down, as the integer nearest to half a step less.
  const Floats whole = (Floats(gap) - (float(pairs) - 0.5)) * rcp(float(steps)) + kWhole;
  const Integers bits = asint(max(whole, (Floats)kWhole)) << 23;
  const Floats scale = asfloat(kOne + bits);
  const Floats scaled_inverse = inverse * scale;
  Floats r = dividend * asfloat(kOne + (gap << 23) - bits * steps);
  r = mad(-quotient(r, inverse), divisor, r);
  [loop] for (int i = 0; i < pairs; ++i) {
    r = mad(-quotient(r, scaled_inverse), divisor, r * scale);
    r = mad(-quotient(r, scaled_inverse), divisor, r * scale);
  }

  // |a| - r is a multiple of |b|, and |r| < |b|. Where a has the smaller exponent, it is its own remainder, unless its
  // sign is wrong: then own_below is negative.
#if ROUNDING == ROUNDING_FLOOR
  const Vector sign = b_bits & kSign;
  const Vector differs = (a_bits ^ b_bits) & kSign;
  r = asfloat(asuint(r) ^ differs);
  const Integers own_below = b_exponent | Integers(differs);
#else
  const Vector sign = a_bits & kSign;
  const Integers own_below = b_exponent;
#endif
  const Vector divided = compose(SELECT(r < 0.0, r + divisor, r), b_exponent);
  const Vector result = SELECT(a_exponent < own_below, a, divided);
  // NaN where a is infinite or NaN, or b is zero or NaN.
  return SELECT(max(a, b - 1u) < kInfinity, result | sign, (Vector)kNaN);
}

uint modulus_word(uint a, uint b) {
#if WORDS == 1
  return modulus_words(a, b);
#else
  return modulus_words((Vector)a, (Vector)b).x;
#endif
}
