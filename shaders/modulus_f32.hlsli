// The fp32 algorithms, on bit patterns: full_f32 computes any pair, fast_f32 most pairs. docs/numerics.md explains why
// the exact ones are exact.

#include "float_bits.hlsli"

#if ALGORITHM == ALGORITHM_FORMULA || ALGORITHM == ALGORITHM_INTRINSIC

#if PRECISE
#define ROUNDED precise const float
#else
#define ROUNDED const float
#endif

uint full_f32(uint a_bits, uint b_bits) {
  const float a = asfloat(a_bits);
  const float b = asfloat(b_bits);
#if ALGORITHM == ALGORITHM_INTRINSIC
  return asuint(fmod(a, b));
#else
#if ROUNDING == ROUNDING_FLOOR
  ROUNDED product = b * floor(a / b);
#else
  ROUNDED product = b * trunc(a / b);
#endif
  ROUNDED r = a - product;
  return asuint(r);
#endif
}

#define HAS_FAST_PATH 1
bool fast_f32(uint a_bits, uint b_bits, out uint r_bits) {
  r_bits = full_f32(a_bits, b_bits);
  return true;
}

#else

// A positive finite number as mantissa * 2^(exponent - 150), the mantissa in [2^23, 2^24).
void normalize(uint magnitude, out uint mantissa, out int exponent) {
  if (magnitude >= 0x800000u) {
    mantissa = (magnitude & 0x7fffffu) | 0x800000u;
    exponent = int(magnitude >> 23);
  } else {
    const uint shift = 23u - firstbithigh(magnitude);
    mantissa = magnitude << shift;
    exponent = 1 - int(shift);
  }
}

// The bits of mantissa * 2^(exponent - 150) for a mantissa below 2^24. The number must be representable.
uint compose(uint mantissa, int exponent) {
  if (mantissa == 0u) return 0u;
  const uint shift = 23u - firstbithigh(mantissa);
  mantissa <<= shift;
  exponent -= int(shift);
  return exponent >= 1 ? (uint(exponent) << 23) + (mantissa - 0x800000u) : mantissa >> uint(1 - exponent);
}

#if ALGORITHM == ALGORITHM_CHUNK

// |a| mod |b| for finite a and finite b != 0, both widened from fp16: up to 12 quotient bits per step, at most four
// steps. A quotient of 12 bits times a divisor of 11 is exact, and so is the difference, which again has at most 11
// bits. The estimate may be one too large, which shows as a negative remainder. One too small is left to the next step,
// but the estimate is at least 1: otherwise a division that rounds down would never end the loop. An extra step changes
// nothing: lavapipe lets finished lanes continue with the others where DXC takes the result from the end of the loop.
uint remainder_of_magnitudes(uint a, uint b) {
  float remainder = asfloat(a);
  const float divisor = asfloat(b);
  [loop] while (remainder >= divisor) {
    const int gap = int(asuint(remainder) >> 23) - int(b >> 23);
    const float chunk = divisor * asfloat(uint(127 + max(gap - 11, 0)) << 23);
    precise const float product = max(trunc(remainder / chunk), 1.0) * chunk;
    remainder -= product;
    if (remainder < 0.0) remainder += chunk;
  }
  return asuint(remainder);
}

#else

// |a| mod |b| for finite a and finite b != 0. Long division of the mantissas, up to 20 quotient bits per step. The
// float quotient of two 24-bit integers is off by less than 2^-21 of itself where division is within 4 ULP, so these 20
// bits are off by at most one, which the integer remainder, exact modulo 2^32, shows. No integer division: drivers
// expand it into more than this.
uint remainder_of_magnitudes(uint a, uint b) {
  if (a < b) return a;
  uint remainder;
  uint divisor;
  int a_exponent;
  int b_exponent;
  normalize(a, remainder, a_exponent);
  normalize(b, divisor, b_exponent);
  if (remainder >= divisor) remainder -= divisor;
  int pending = a_exponent - b_exponent;
  [loop] while (pending > 0 && remainder != 0u) {
    const int step = min(pending, 20);
    const float scale = asfloat(uint(127 + step) << 23);
    const uint quotient = uint(float(remainder) / float(divisor) * scale);
    remainder = (remainder << uint(step)) - quotient * divisor;
    if (int(remainder) < 0)
      remainder += divisor;
    else if (remainder >= divisor)
      remainder -= divisor;
    pending -= step;
  }
  return compose(remainder, b_exponent);
}

#endif

// x * 2^149 for |x| below 2^-22: every such float becomes a normal number, denormals included.
float scale_up(uint magnitude) {
  return magnitude < 0x800000u ? float(magnitude) : asfloat(magnitude + (149u << 23));
}

// |b| - |r| for 0 < |r| < |b|, rounded once. Where a denormal may occur, which hardware may flush, both are scaled up
// first; there the difference of two denormals is an exact integer, and a normal result rounds as it would unscaled.
uint difference_of_magnitudes(uint b, uint r) {
  if (r >= 0x800000u && b >= (27u << 23)) return asuint(asfloat(b) - asfloat(r));
  if (b >= (27u << 23)) return b;  // r is denormal: less than half a step below b
  const float difference = scale_up(b) - scale_up(r);
  return difference < 8388608.0 ? uint(difference) : asuint(difference) - (149u << 23);
}

uint full_f32(uint a_bits, uint b_bits) {
  const uint a = a_bits & ~kSign;
  const uint b = b_bits & ~kSign;
  if (a >= kInfinity || b > kInfinity || b == 0u) return kNaN;
  const uint r = b == kInfinity ? a : remainder_of_magnitudes(a, b);
#if ROUNDING == ROUNDING_FLOOR
  if (r == 0u) return b_bits & kSign;
  if (((a_bits ^ b_bits) & kSign) == 0u) return r | (a_bits & kSign);
  return (b == kInfinity ? b : difference_of_magnitudes(b, r)) | (b_bits & kSign);
#else
  return r | (a_bits & kSign);
#endif
}

#if ALGORITHM == ALGORITHM_SPLIT

// The divisor split into halves of 12 bits: both products and both differences are exact, fused or not.
#define LARGEST_QUOTIENT 2048.0
float subtract_multiple(float a, float quotient, float b) {
  const float b_high = asfloat((asuint(b) + 0x800u) & 0xfffff000u);
  precise const float b_low = b - b_high;
  precise const float first = a - quotient * b_high;
  precise const float r = first - quotient * b_low;
  return r;
}

#elif ALGORITHM == ALGORITHM_FMA

// Exact only where mad is rounded once. A quotient below 2^21 is off by less than a third where division is within 2.5
// ULP, so r stays below b.
#define LARGEST_QUOTIENT 2097151.0
float subtract_multiple(float a, float quotient, float b) {
  AS_WRITTEN const float r = mad(-quotient, b, a);
  return r;
}

#endif

#ifdef LARGEST_QUOTIENT

// One rounded quotient, whose multiple of b is subtracted without rounding. Left to long division: exponents where
// something could overflow or be flushed, and larger quotients.
#define HAS_FAST_PATH 1
bool fast_f32(uint a_bits, uint b_bits, out uint r_bits) {
  const float a = asfloat(a_bits);
  const float b = asfloat(b_bits);
  const float quotient = abs(a) < abs(b) ? 0.0 : round(a / b);
  AS_WRITTEN float r = subtract_multiple(a, quotient, b);
  // r now lies within b on either side of zero, or is a.
#if ROUNDING == ROUNDING_FLOOR
  const uint want_sign = b_bits & kSign;
  const float step = b;
#else
  const uint want_sign = a_bits & kSign;
  const float step = asfloat((b_bits & ~kSign) | want_sign);
#endif
  const bool divides = r == 0.0;
  if ((asuint(r) & kSign) != want_sign) r += step;
  r_bits = divides ? want_sign : asuint(r);

  const uint a_exponent = (a_bits >> 23) & 0xffu;
  const uint b_exponent = (b_bits >> 23) & 0xffu;
  return a_exponent - 1u < 252u && b_exponent - 28u < 222u && abs(quotient) <= LARGEST_QUOTIENT;
}

#else
#define HAS_FAST_PATH 0
#endif
#endif
