// fp16 in fp32, with the device's own conversions and a fused mad: exact for every pair. docs/numerics.md explains why.

#include "float_bits.hlsli"

// 1.5 * 2^23: added and subtracted again, it rounds what is small.
static const float kWhole = 12582912.0;

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

// Takes the fp16 numbers in the low bits of both words.
uint modulus_f16(uint a_word, uint b_word) {
  const float a = widened(a_word);
  const float b = widened(b_word);
  const float inverse = rcp(b);
  const float first = round(a * inverse);
  AS_WRITTEN float r = mad(-first, b, a);
  AS_WRITTEN float second = mad(r, inverse, kWhole) - kWhole;  // not by a unit of which GPUs have fewer; docs/kernels.md
  r = mad(-second, b, r);
  if (abs(a) < abs(b)) r = a;  // 0 times infinity is NaN
#if ROUNDING == ROUNDING_FLOOR
  const float step = b;
#else
  const float step = asfloat((asuint(b) & ~kSign) | (asuint(a) & kSign));
#endif
  if (r * step < 0.0) r += step;
  // A non-zero remainder already has the sign.
  return narrowed(asfloat((asuint(r) & ~kSign) | (asuint(step) & kSign)));
}
