// fp16 in fp32, with the device's own conversions and a fused mad: exact for every pair. docs/numerics.md explains why.

#include "float_bits.hlsli"

// Added and subtracted again, they round: 1.5 * 2^23 to the nearest integer, if a number is small, and 2^24 any number
// to an integer that is at most 1 away or in the last place.
static const float kNearest = 12582912.0;
static const float kWhole = 16777216.0;

// Of the low 16 bits of the word.
float widened(uint word) {
#if NATIVE16
  return float(asfloat16(uint16_t(word)));
#else
  return f16tof32(word);
#endif
}

uint narrowed(float number) {
#if NATIVE16
  return uint(asuint16(float16_t(number)));
#else
  return f32tof16(number);
#endif
}

// Takes the fp16 numbers in the low bits of both words; the result's sign is left to modulus_word.
uint magnitude_f16(uint a_word, uint b_word) {
  const float a = widened(a_word);
  const float b = widened(b_word);
  const float inverse = rcp(abs(b));
  const float divisor = min(abs(b), 131072.0);  // 0 times infinity would be NaN
  // Not by round, for which GPUs have fewer units than for sums; docs/kernels.md
  AS_WRITTEN float first = mad(a, inverse, kWhole) - kWhole;
  AS_WRITTEN float r = mad(-first, divisor, a);
  AS_WRITTEN float second = mad(r, inverse, kNearest) - kNearest;
  r = mad(-second, divisor, r);
#if ROUNDING == ROUNDING_FLOOR
  const float step = b;
#else
  const float step = asfloat((asuint(b) & ~kSign) | (asuint(a) & kSign));
#endif
  if (r * step < 0.0) r += step;
  return narrowed(r);
}

// A remainder that is not zero already has the sign; a zero gets it here.
uint modulus_word(uint a, uint b) {
  const uint magnitudes = magnitude_f16(a, b) | magnitude_f16(a >> 16, b >> 16) << 16;
#if ROUNDING == ROUNDING_FLOOR
  const uint signs = b;
#else
  const uint signs = a;
#endif
  return (magnitudes & 0x7fff7fffu) | (signs & 0x80008000u);
}
