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

// The bits of fraction * 2^(exponent - 127), a fraction in [0, 2), where that is representable. A denormal is a whole
// number of 2^-149.
Vector put_together(Floats fraction, Integers exponent) {
  const Integers bits = asint(fraction);
  const Integers scaled = bits + ((exponent - 127) << 23);
  const Floats unit = asfloat((min(exponent, 24) + 149) << 23);
  const Vector denormal = asuint(fraction * unit + 8388608.0) - 0x4b000000u;
  return SELECT(min(bits, scaled) >= 0x800000, Vector(scaled), denormal);
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
  const Floats inverse = rcp(divisor);

  // All words take as many steps as the one that needs most of them at 21 bits each; what does not divide comes first.
  // Past 2^-60 a smaller dividend is as good as any.
  const Integers gap = max(a_exponent - b_exponent, -60);
#if WORDS == 1
  const int widest = gap;
#elif WORDS == 2
  const int widest = max(gap.x, gap.y);
#else
  const int widest = max(max(gap.x, gap.y), max(gap.z, gap.w));
#endif
  const int steps = max((widest + 20) * 3121 >> 16, 1);  // widest / 21, rounded up
  // gap / steps, rounded down, in the low bits of a float: 24576 + gap is one whose last nine bits are a fraction.
  const float middle = 24576.0 + 0.5 * float(steps - 1);
  const Floats whole = (asfloat(0x46c00000 + (gap << 9)) - middle) * rcp(float(steps)) + kWhole;
  const Integers bits = asint(max(whole, (Floats)kWhole)) << 23;
  const Floats scale = asfloat(kOne + bits);
  const Floats scaled_inverse = inverse * scale;
  Floats r = dividend * asfloat(kOne + (gap << 23) - bits * steps);
  r = mad(-quotient(r, inverse), divisor, r);
  [loop] for (int i = 0; i < steps; ++i) r = mad(-quotient(r, scaled_inverse), divisor, r * scale);

  // |a| - r is a multiple of |b|, and |r| < |b|. Where a has the smaller exponent, it is its own remainder, if no sign
  // asks for another; zero always.
#if ROUNDING == ROUNDING_FLOOR
  const Vector sign = b_bits & kSign;
  const Vector differs = (a_bits ^ b_bits) & kSign;
  r = asfloat(asuint(r) ^ differs);
  const Integers own_below = SELECT(min(a, differs) == 0u, b_exponent, (Integers)-127);
#else
  const Vector sign = a_bits & kSign;
  const Integers own_below = b_exponent;
#endif
  const Vector divided = put_together(SELECT(r < 0.0, r + divisor, r), b_exponent);
#if ROUNDING == ROUNDING_FLOOR
  const Vector other = SELECT(b == kInfinity, b, divided);
#else
  const Vector other = divided;
#endif
  const Vector result = SELECT(a_exponent < own_below, a, other);
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
