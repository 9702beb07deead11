// Modulus by a single power of two, a whole word of elements at a time.

#if ELEMENT == ELEMENT_I8 || ELEMENT == ELEMENT_U8
#define SIGN_BITS 0x80808080u
#elif ELEMENT == ELEMENT_I16 || ELEMENT == ELEMENT_U16
#define SIGN_BITS 0x80008000u
#else
#define SIGN_BITS 0x80000000u
#endif

// The low bits of two's complement are the remainder in [0, |b|). Where the result must be negative and is not zero, it
// is |b| less: the upper bits are ones.
uint mask_word(uint a) {
  const uint r = a & b_mask;
#if !IS_SIGNED
  return r;
#else
#if ROUNDING == ROUNDING_FLOOR
  const uint negative = uint(int(b_value) >> 31);
#else
  const uint negative = a;
#endif
  // The sign bit of every non-zero element: its other bits carry into it when all ones are added.
  const uint not_zero = ((r & ~SIGN_BITS) + ~SIGN_BITS) | r;
  const uint below = negative & not_zero & SIGN_BITS;
  const uint all_bits = (below << 1) - (below >> (ELEMENT_BITS - 1));
  return r | (all_bits & ~b_mask);
#endif
}
