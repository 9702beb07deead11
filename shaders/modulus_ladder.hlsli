// fp32 by long division with a fused mad, on all words of a vector at once, with no branch but for large quotients: exact
// for every pair. docs/numerics.md explains why.

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

// Quotient bits per step, and those that all words leave to the last steps.
#define STEP 22
#define LAST (7 * STEP)

// Before the last steps remainders are 2^40 times too small, then 2^70 times: so neither they nor what rounds their
// quotients overflow, and none is so small that it might be flushed.
#define DOWN 40
#define LAST_DOWN 70

// Takes a multiple of the divisor from r, rounded to whole multiples of 2^exponent by adding 1.5 * 2^23 of them. It takes
// a mad: a compiler may find that two sums cancel.
Floats step(Floats r, Floats divisor, Floats inverse, int exponent) {
  const float whole = asfloat(((150 + exponent) << 23) | 0x400000);
  const Floats quotient = mad(r, inverse, (Floats)whole) - whole;
  return mad(-quotient, divisor, r);
}

Floats two_steps(Floats r, Floats divisor, Floats inverse, int exponent) {
  return step(step(r, divisor, inverse, exponent + STEP), divisor, inverse, exponent);
}

// The bits of fraction * 2^(exponent - 127), a fraction in [0, 2), where that is representable. Denormals and zero are
// integer multiples of 2^-149; the unit is a wrong one for exponents from 107 on, where only a zero needs it.
Vector compose(Floats fraction, Integers exponent) {
  const Floats scaled = fraction * asfloat(exponent << 23);  // NaN, or not positive, where the exponent is below 1
  const Floats unit = asfloat(min((exponent << 23) + (149 << 23), 173 << 23));
  const Vector denormal = asuint(fraction * unit + 8388608.0) - 0x4b000000u;
  return SELECT(scaled >= 1.17549435e-38, asuint(scaled), denormal);
}

Vector modulus_words(Vector a_bits, Vector b_bits) {
  const Vector a = a_bits & ~kSign;
  const Vector b = b_bits & ~kSign;

  // |b| = divisor * 2^(b_exponent - 127), the divisor always in [1, 2); |a| likewise, but below 1 for a denormal.
  const Integers a_exponent = max(Integers(a >> 23), 1);
  const Integers lifted = asint(asfloat(b | 0x3f800000u) - 1.0) - (126 << 23);
  const Integers b_parts = SELECT(b < 0x800000u, lifted, Integers(b));
  const Integers b_exponent = b_parts >> 23;
  const Floats divisor = asfloat((b_parts & 0x7fffff) | 0x3f800000);
  Floats inverse = rcp(divisor);
  inverse = mad(inverse, mad(-divisor, inverse, (Floats)1.0), inverse);

  // Against a divisor 2^30 times as large every dividend behaves the same.
  const Integers gap = max(a_exponent - b_exponent, -30);
  const Integers last = min(max(gap, 0), LAST);
  const Integers one = (gap - last + (127 - DOWN)) << 23;
  Floats r = asfloat(Integers(a & 0x7fffffu) | one);
  r = SELECT(a < 0x800000u, r - asfloat(one), r);

  // All words take the steps of the one that needs the most.
#if WORDS == 1
  const int widest = gap;
#elif WORDS == 2
  const int widest = max(gap.x, gap.y);
#else
  const int widest = max(max(gap.x, gap.y), max(gap.z, gap.w));
#endif
  [branch] if (widest >= LAST + 4 * STEP) r = two_steps(r, divisor, inverse, 4 * STEP - DOWN);
  [branch] if (widest >= LAST + 2 * STEP) r = two_steps(r, divisor, inverse, 2 * STEP - DOWN);
  [branch] if (widest >= LAST) r = two_steps(r, divisor, inverse, -DOWN);
  r *= asfloat((last + (127 + DOWN - LAST_DOWN)) << 23);
  r = two_steps(r, divisor, inverse, 5 * STEP - LAST_DOWN);
  r = two_steps(r, divisor, inverse, 3 * STEP - LAST_DOWN);
  r = two_steps(r, divisor, inverse, STEP - LAST_DOWN);
  r = step(r, divisor, inverse, -LAST_DOWN) * asfloat((127 + LAST_DOWN) << 23);

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
