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

Floats power_of_two(Integers exponent) { return asfloat((exponent + 127) << 23); }

// A positive finite number as mantissa * 2^(exponent - 127), the mantissa in [1, 2). A denormal is a whole number to begin
// with.
void take_apart(Vector magnitude, out Floats mantissa, out Integers exponent) {
  const Vector bits = SELECT(magnitude < 0x800000u, asuint(Floats(magnitude)), magnitude);
  exponent = Integers(bits >> 23) - SELECT(magnitude < 0x800000u, (Integers)149, (Integers)0);
  mantissa = asfloat((bits & 0x7fffffu) | 0x3f800000u);
}

// The bits of fraction * 2^(exponent - 127), a fraction in [0, 2), where that is representable.
Vector put_together(Floats fraction, Integers exponent) {
  const Integers bits = asint(fraction);
  const Integers scaled = bits + (exponent - 127) * 0x800000;
  const Vector denormal = Vector(fraction * power_of_two(clamp(exponent + 22, 0, 60)));
  return SELECT(min(bits, scaled) >= 0x800000, Vector(scaled), denormal);
}

Vector modulus_words(Vector a_bits, Vector b_bits) {
  const Vector a = a_bits & ~kSign;
  const Vector b = b_bits & ~kSign;
  Floats dividend;
  Floats divisor;
  Integers a_exponent;
  Integers b_exponent;
  take_apart(a, dividend, a_exponent);
  take_apart(b, divisor, b_exponent);
  const Floats inverse = rcp(divisor);

  // All words take as many steps as the one that needs most of them at 21 bits each; what does not divide comes first.
  const Integers gap = max(a_exponent - b_exponent, 0);
#if WORDS == 1
  const int widest = gap;
#elif WORDS == 2
  const int widest = max(gap.x, gap.y);
#else
  const int widest = max(max(gap.x, gap.y), max(gap.z, gap.w));
#endif
  const int steps = max((widest + 20) * 3121 >> 16, 1);  // widest / 21, rounded up
  const Integers bits = Integers((Floats(gap) + 0.5) * rcp(float(steps)));
  const Floats scale = power_of_two(bits);
  const Floats scaled_inverse = inverse * scale;
  Floats r = dividend * power_of_two(gap - bits * steps);
  r = mad(-round(r * inverse), divisor, r);
  [loop] for (int i = 0; i < steps; ++i) r = mad(-round(r * scaled_inverse), divisor, r * scale);

  // |a| - r is a multiple of |b|, and |r| < |b|.
#if ROUNDING == ROUNDING_FLOOR
  const Vector sign = b_bits & kSign;
  const Vector differs = (a_bits ^ b_bits) & kSign;
  r = asfloat(asuint(r) ^ differs);
  Floats fraction = SELECT(r < 0.0, r + divisor, r);
  // Where a is the smaller one, it is its own remainder, or what b exceeds it by.
  const Floats excess = divisor - dividend * power_of_two(max(a_exponent - b_exponent, -60));
  fraction = SELECT(a_exponent < b_exponent, excess, fraction);
  const Vector other = SELECT(b == kInfinity, b, put_together(fraction, b_exponent));
  const Vector own = SELECT(differs == 0u, a, other);
  Vector result = SELECT(a_exponent < b_exponent, own, other);
  result = SELECT(a == 0u, (Vector)0, result);
#else
  const Vector sign = a_bits & kSign;
  const Floats fraction = SELECT(r < 0.0, r + divisor, r);
  const Vector result = SELECT(a_exponent < b_exponent, a, put_together(fraction, b_exponent));
#endif
  // Neither infinity nor NaN may be divided, and nothing by zero or NaN.
  const Vector number = SELECT(b - 1u < kInfinity, result | sign, (Vector)kNaN);
  return SELECT(a < kInfinity, number, (Vector)kNaN);
}

uint modulus_word(uint a, uint b) {
#if WORDS == 1
  return modulus_words(a, b);
#else
  return modulus_words((Vector)a, (Vector)b).x;
#endif
}
