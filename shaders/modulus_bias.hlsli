// Integers of 8 and 16 bits in floats, all elements of a word at once; docs/numerics.md explains why it is exact.
//
// Elements stay where they are in the word, so that each float is its element times kScale: GPUs convert whole words
// faster than bytes, and to mask is less than to shift. It also avoids vectors of shifts, which a libvkd3d of Wine's gets
// wrong in Microsoft's bytecode.
#if ELEMENTS_PER_WORD == 4
typedef uint4 Bits;
typedef float4 Floats;
static const Bits kMasks = Bits(0xffu, 0xff00u, 0xff0000u, 0xff000000u);
static const Floats kScale = Floats(1.0, 256.0, 65536.0, 16777216.0);
static const Floats kOffset = 128.0 * kScale;
static const uint kSignBits = 0x80808080u;
#else
typedef uint2 Bits;
typedef float2 Floats;
static const Bits kMasks = Bits(0xffffu, 0xffff0000u);
static const Floats kScale = Floats(1.0, 65536.0);
static const Floats kOffset = 32768.0 * kScale;
static const uint kSignBits = 0x80008000u;
#endif

Floats to_floats(uint word) {
#if IS_SIGNED
  return Floats((Bits)(word ^ kSignBits) & kMasks) - kOffset;
#else
  return Floats((Bits)word & kMasks);
#endif
}

// Divisors of 0 become 1, whose remainder is the required 0. Where an element is not zero, a bit of it is its sign bit or
// carries into it when all ones are added.
uint without_zeros(uint word) {
  const uint zeros = ~(((word & ~kSignBits) + ~kSignBits) | word) & kSignBits;
  return word | zeros >> (ELEMENT_BITS - 1);
}

// A fractional quotient is at least 1 / |b| away from the next integer; the bias is less than that, and more than the
// error of rcp and the products.
Floats remainders_of(Floats a, Floats b) {
  const Floats inverse = rcp(b);
#if ROUNDING == ROUNDING_TRUNCATE
  const Floats quotient = trunc(a * (inverse * 1.0000019073486328125));  // 1 + 2^-19
#elif ELEMENTS_PER_WORD == 4
  const Floats quotient = floor(mad(a, inverse, 0.001953125));  // 1/512
#else
  const Floats quotient = floor(mad(a, inverse, 0.5 * kScale * abs(inverse)));
#endif
  return mad(-b, quotient, a);
}

// Adding 1.5 * 2^23 leaves an integer, two's complement included, in the low bits of the sum.
static const float kToBits = 12582912.0;
static const float kHighHalf = 1.0 / 65536.0;

uint modulus_word(uint a, uint b) {
  const Floats r = remainders_of(to_floats(a), to_floats(without_zeros(b)));
#if ELEMENTS_PER_WORD == 2
  const uint low = asuint(r.x + kToBits);
  const uint high = asuint(mad(r.y, kHighHalf, kToBits));
  return (low & 0xffffu) | high << 16;
#else
  // Negative ones would borrow from their neighbours, so all are 128 too large until the end.
#if IS_SIGNED
  const float to_bits = kToBits + 128.0 * 257.0;
  const uint too_large = kSignBits;
#else
  const float to_bits = kToBits;
  const uint too_large = 0;
#endif
  const uint low = asuint(r.y + (r.x + to_bits));
  const uint high = asuint(mad(r.w, kHighHalf, mad(r.z, kHighHalf, to_bits)));
  return ((low & 0xffffu) | high << 16) ^ too_large;
#endif
}
