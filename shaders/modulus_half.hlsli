// A short path for fp16 in fp32, with the device's own conversions, which must be exact. docs/numerics.md says why it is.

// The fp16 in the low bits of a and b; false where it is left to long division.
bool fast_f16(uint a_word, uint b_word, out uint r_half) {
  const float a = f16tof32(a_word);
  const float b = f16tof32(b_word);
  const float quotient = round(a * rcp(b));
  float r = a - quotient * b;
  const bool done = abs(quotient) <= 4096.0 && abs(r) <= abs(b);  // neither is so of what is not finite
#if ROUNDING == ROUNDING_FLOOR
  const float step = b;
#else
  const float step = asfloat((asuint(b) & ~kSign) | (asuint(a) & kSign));
#endif
  if (r * step < 0.0) r += step;
  // A remainder that is not zero has the sign already.
  r_half = f32tof16(asfloat(asuint(r) | (asuint(step) & kSign)));
  return done;
}
