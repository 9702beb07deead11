// The integer algorithms: modulus_int computes one element, with 0 where b is 0. docs/numerics.md explains why each is
// exact. None divides integers: drivers expand that into far more.

// The upper 32 bits of a product, which HLSL has no operator for.
uint multiply_high(uint a, uint b) {
  const uint a_low = a & 0xffffu;
  const uint a_high = a >> 16;
  const uint b_low = b & 0xffffu;
  const uint b_high = b >> 16;
  const uint middle = a_high * b_low + (a_low * b_low >> 16);
  return a_high * b_high + (middle >> 16) + ((a_low * b_high + (middle & 0xffffu)) >> 16);
}

#if ALGORITHM == ALGORITHM_REFINE && IS_SIGNED

// Signed numbers directly: the first quotient, rounded to a multiple of 512, leaves a remainder that the second, rounded
// to the nearest integer, brings below |b|. The first is made slightly too small, so that nothing overflows. Both become
// integers by adding 1.5 * 2^k, which leaves them in the low bits of the sum: conversions saturate, which costs more.
uint modulus_int(uint a, uint b) {
  b += uint(b == 0);
  const float inverse = rcp(float(int(b)));
  const float shrunk = inverse * 0.99999904632568359375;  // 1 - 2^-20: more than the float operations can add
  const uint multiple = (asuint(mad(float(int(a)), shrunk, 6442450944.0)) << 9) ^ 0x80000000u;
  uint r = a - multiple * b;
  const uint nearest = asuint(mad(float(int(r)), inverse, 12582912.0)) - asuint(12582912.0);
  r -= nearest * b;
#if ROUNDING == ROUNDING_FLOOR
  const uint sign_from = b;
  const uint step = b;
#else
  const uint sign_from = a;
  const uint differ = uint(int(a ^ b) >> 31);
  const uint step = (b ^ differ) - differ;
#endif
  const uint wrong_side = uint(int(r ^ sign_from) >> 31) & (0u - min(r, 1u));
  return r + (step & wrong_side);
}

#elif ALGORITHM == ALGORITHM_REFINE

// a mod b: a float quotient, made slightly too small, leaves a remainder of at most b plus 2^-19 of a; a second one, of
// that remainder, leaves less than 2b.
uint remainder_of(uint a, uint b) {
  const float divisor = float(b);
  const float shrink = 0.99999904632568359375;  // 1 - 2^-20: more than conversions and a division of 2.5 ULP can add
  a -= uint(float(a) / divisor * shrink) * b;
  a -= uint(float(a) / divisor * shrink) * b;
  return min(a, a - b);  // a - b wraps to a large number where a is the smaller one
}

#elif ALGORITHM == ALGORITHM_NEWTON

// a mod b: 2^32 / b from a float reciprocal, scaled so that it is never too large, and too small by no more than a
// Newton step corrects, even where rcp is off by 2 ULP; the quotient is then at most two too small.
uint remainder_of(uint a, uint b) {
  uint reciprocal = uint(rcp(float(b)) * 4294965760.0);  // 2^32 - 1536
  reciprocal += multiply_high(reciprocal, 0u - reciprocal * b);
  uint remainder = a - multiply_high(a, reciprocal) * b;
  remainder = min(remainder, remainder - b);  // wraps to a large number where there is nothing to subtract
  return min(remainder, remainder - b);
}

#elif ALGORITHM == ALGORITHM_FIXUP

// a mod b below 2^16: the truncated quotient is off by at most one, and the remainder shows it.
uint remainder_of(uint a, uint b) {
  const uint remainder = a - uint(float(a) / float(b)) * b;
  // One of three is the remainder; the other two have wrapped to large numbers.
  return min(remainder, min(remainder - b, remainder + b));
}

#elif ALGORITHM == ALGORITHM_RECIPROCAL

// a mod b below 2^16: half added to the dividend keeps the product away from whole numbers by more than rcp can be off.
uint remainder_of(uint a, uint b) {
  const float quotient = trunc((float(a) + 0.5) * rcp(float(b)));
  return uint(float(a) - quotient * float(b));
}

#elif ALGORITHM == ALGORITHM_FASTMOD

// a mod b by the host's constants for b. For small types, the product with 1 / b has the quotient in the upper half and
// the remainder, as a fraction of b, in the lower; for 32 bits, the shifts make the quotient exact.
uint remainder_of(uint a, uint b) {
#if ELEMENT == ELEMENT_I8 || ELEMENT == ELEMENT_U8
  return (a * b_multiplier & 0xffffu) * b >> 16;
#elif ELEMENT == ELEMENT_I16 || ELEMENT == ELEMENT_U16
  const uint fraction = a * b_multiplier;
  return ((fraction >> 16) * b + ((fraction & 0xffffu) * b >> 16)) >> 16;
#else
  const uint high = multiply_high(a, b_multiplier);
  return a - ((high + ((a - high) >> b_first_shift)) >> b_second_shift) * b;
#endif
}

#endif

#if ALGORITHM != ALGORITHM_REFINE || !IS_SIGNED

// One element, in the low bits of the result. A divisor of 0 becomes 1, whose remainder is the required 0.
Lane modulus_int(Lane a, Lane b) {
#if DIVISOR == DIVISOR_KNOWN
  b = Lane(b_value);
#endif
#if IS_SIGNED
  // All ones where negative, so that (x ^ sign) - sign negates. Branch-free: otherwise libvkd3d's compiler takes
  // minutes over the many copies.
  const Lane a_sign = Lane(SignedLane(a) >> (LANE_BITS - 1));
  const Lane b_sign = Lane(SignedLane(b) >> (LANE_BITS - 1));
  const Lane divisor = (b ^ b_sign) - b_sign;
  const Lane r = Lane(remainder_of((a ^ a_sign) - a_sign, max(divisor, Lane(1))));
#if ROUNDING == ROUNDING_FLOOR
  const Lane wraps = (a_sign ^ b_sign) & (Lane(0) - min(r, Lane(1)));
  const Lane magnitude = (r ^ wraps) - wraps + (divisor & wraps);
  return (magnitude ^ b_sign) - b_sign;
#else
  return (r ^ a_sign) - a_sign;
#endif
#else
  return Lane(remainder_of(a, max(b, Lane(1))));
#endif
}

#endif
