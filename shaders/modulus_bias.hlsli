// Integers of 8 and 16 bits in floats, all elements of a word at once; docs/numerics.md explains why it is exact.

// Adding 1.5 * 2^23 leaves an integer, two's complement included, in the low bits of the sum.
static const float kToBits = 12582912.0;

// Divisors of 0 become 1, whose remainder is the required 0.
uint without_zeros(uint word) {
#if ELEMENTS_PER_WORD == 4
  const uint ones = 0x01010101u;
#else
  const uint ones = 0x00010001u;
#endif
  // Subtracting 1 sets an element's sign bit if it was 0. The next one, which lends to it, may only be taken for 0 if it
  // is 1, and so stays what it is.
  return word | ((word - ones) & ~word & ones << (ELEMENT_BITS - 1)) >> (ELEMENT_BITS - 1);
}

#if ELEMENTS_PER_WORD == 4 && !IS_SIGNED

// Elements are converted where they lie, since their scale cancels in the quotient, and multiples of divisors are taken
// from the whole word: no remainder is negative, so nothing is borrowed. The sum rounds a quotient down that is 0.498
// less. Its upper bits, those of kToBits, are taken along with it, so the whole word begins with as much more.
uint modulus_word(uint a_word, uint b_word) {
  const uint b = without_zeros(b_word);
  const uint4 elements = uint4(0xffu, 0xff00u, 0xff0000u, 0xff000000u);
  const uint4 divisors = b & elements;
  const float4 divisor = float4(divisors);
  const float4 biased = mad(divisor, -0.498046875, float4(a_word & elements));
  const uint4 sums = asuint(mad(biased, rcp(divisor), kToBits));
  uint r = a_word + b * 0x4b400000u;
  r -= sums.x * divisors.x;
  r -= sums.y * divisors.y;
  r -= sums.z * divisors.z;
  r -= sums.w * divisors.w;
  return r;
}

#else

// Elements become floats as the upper bits of integers, that is, times kOne: GPUs convert bytes and halves in a slower
// unit than whole words.
#if ELEMENTS_PER_WORD == 4
typedef uint4 Bits;
typedef int4 SignedBits;
typedef float4 Floats;
static const float kOne = 16777216.0;
Bits upper_bits(uint word) { return uint4(word << 24, word << 16, word << 8, word) & 0xff000000u; }
#else
typedef uint2 Bits;
typedef int2 SignedBits;
typedef float2 Floats;
static const float kOne = 65536.0;
Bits upper_bits(uint word) { return uint2(word << 16, word & 0xffff0000u); }
#endif

Floats to_floats(uint word) {
#if IS_SIGNED
  return Floats(SignedBits(upper_bits(word)));
#else
  return Floats(upper_bits(word));
#endif
}

uint pack(Floats remainders) {
#if ELEMENTS_PER_WORD == 2
  const uint2 bits = asuint(mad(remainders, 1.0 / kOne, kToBits));
  return (bits.x & 0xffffu) | bits.y << 16;
#else
  // Two at a time. Negative ones would borrow from their neighbours, so all are 128 too large until the end.
  const float to_bits = kToBits + 128.0 * 257.0;
  const uint2 pairs = asuint(mad(remainders.yw, 256.0 / kOne, mad(remainders.xz, 1.0 / kOne, to_bits)));
  return ((pairs.x & 0xffffu) | pairs.y << 16) ^ 0x80808080u;
#endif
}

// A fractional quotient is at least 1 / |b| away from the next integer; the bias is less than that, and more than the
// error of rcp and the products.
uint modulus_word(uint a_word, uint b_word) {
  const Floats a = to_floats(a_word);
  const Floats b = to_floats(without_zeros(b_word));
  const Floats inverse = rcp(b);
#if ROUNDING == ROUNDING_TRUNCATE
  const Floats quotient = trunc(a * (inverse * 1.0000019073486328125));  // 1 + 2^-19
#elif ELEMENTS_PER_WORD == 4
  const Floats quotient = floor(mad(a, inverse, 0.001953125));  // 1/512
#else
  const Floats quotient = floor(mad(a, inverse, 0.5 * kOne * abs(inverse)));
#endif
  return pack(mad(-b, quotient, a));
}

#endif
