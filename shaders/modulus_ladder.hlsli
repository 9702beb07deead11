// fp32 by long division with a fused mad, on all words of a vector at once and without a branch but the loop's: exact for
// every pair. docs/numerics.md says why.

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

// Word by word. HLSL 2021 has a function for it, and no longer the operator, which is all that older compilers have.
#ifdef __hlsl_dx_compiler
#define SELECT(condition, yes, no) select(condition, yes, no)
#else
#define SELECT(condition, yes, no) ((condition) ? (yes) : (no))
#endif

static const int kOne = 0x3f800000;  // the bits of 1.0

// 1.5 * 2^23: what it is added to is rounded to a whole number, in the low bits of the sum.
static const float kWhole = 12582912.0;

// Rounded without a conversion, of which a GPU has fewer units. It takes a mad: of two sums, a compiler may find that they
// cancel.
Floats quotient(Floats dividend, Floats inverse) { return mad(dividend, inverse, (Floats)kWhole) - kWhole; }

// 1 / d for d in [1, 2): a parabola that is off by 1/99 at most, and two of Newton's steps. Nothing but products and sums,
// of which a GPU has most, and as exact on every device: within 2^-22.
Floats inverse_of(Floats d) {
  Floats x = (d * (32.0 / 99.0) - 144.0 / 99.0) * d + 210.0 / 99.0;
  x += x * (1.0 - d * x);
  x += x * (1.0 - d * x);
  return x;
}

// The bits of fraction * 2^(exponent - 127), a fraction in [0, 2), where that is representable. A denormal is a whole
// number of 2^-149, and so is zero.
Vector put_together(Floats fraction, Integers exponent) {
  const Floats scaled = fraction * asfloat(exponent << 23);  // an exponent below 1 makes it NaN, or no positive number
  const Floats unit = asfloat((min(exponent, 24) + 149) << 23);
  const Vector denormal = asuint(fraction * unit + 8388608.0) - 0x4b000000u;
  return SELECT(scaled >= 1.17549435e-38, asuint(scaled), denormal);
}

Vector modulus_words(Vector a_bits, Vector b_bits) {
  const Vector a = a_bits & ~kSign;
  const Vector b = b_bits & ~kSign;

  // |a| = dividend * 2^(a_exponent - 127), below 1 for a denormal; |b| likewise, but in [1, 2) in any case.
  const Integers a_exponent = max(Integers(a >> 23), 1);
  const Floats dividend = asfloat((a & 0x7fffffu) | 0x3f800000u) - SELECT(a < 0x800000u, (Floats)1.0, (Floats)0.0);
  const Integers lifted = asint(asfloat(b | 0x3f800000u) - 1.0) - (126 << 23);
  const Integers b_parts = SELECT(b < 0x800000u, lifted, Integers(b));
  const Integers b_exponent = b_parts >> 23;
  const Floats divisor = asfloat((b_parts & 0x7fffff) | kOne);
  const Floats inverse = inverse_of(divisor);

  // Beside one that is 2^60 times as large, or infinite, a dividend is as good as any other.
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
  // All words take as many steps as the one that needs most of them at 21 bits each, in pairs; what does not divide comes
  // first.
  const int pairs = max((widest + 41) * 1561 >> 16, 1);  // widest / 42, rounded up
  const int steps = 2 * pairs;
  // gap / steps rounded down, as the nearest whole number to half a step less.
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

  // |a| - r is a multiple of |b|, and |r| < |b|. Where a has the smaller exponent, it is its own remainder, if no sign
  // asks for another: then the exponent to be below is a negative number.
#if ROUNDING == ROUNDING_FLOOR
  const Vector sign = b_bits & kSign;
  const Vector differs = (a_bits ^ b_bits) & kSign;
  r = asfloat(asuint(r) ^ differs);
  const Integers own_below = b_exponent | Integers(differs);
#else
  const Vector sign = a_bits & kSign;
  const Integers own_below = b_exponent;
#endif
  const Vector divided = put_together(SELECT(r < 0.0, r + divisor, r), b_exponent);
  const Vector result = SELECT(a_exponent < own_below, a, divided);
  // Neither infinity nor NaN may be divided, and nothing by zero or NaN.
  return SELECT(max(a, b - 1u) < kInfinity, result | sign, (Vector)kNaN);
}

uint modulus_word(uint a, uint b) {
#if WORDS == 1
  return modulus_words(a, b);
#else
  return modulus_words((Vector)a, (Vector)b).x;
#endif
}
