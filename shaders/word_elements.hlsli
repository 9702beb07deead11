// The elements of a 32-bit word: one, two or four.

#if ELEMENT == ELEMENT_I8 || ELEMENT == ELEMENT_U8
#define ELEMENTS_PER_WORD 4
#define ELEMENT_SHIFT 2
#define ELEMENT_MASK 0xffu
#elif ELEMENT == ELEMENT_F16 || ELEMENT == ELEMENT_I16 || ELEMENT == ELEMENT_U16
#define ELEMENTS_PER_WORD 2
#define ELEMENT_SHIFT 1
#define ELEMENT_MASK 0xffffu
#else
#define ELEMENTS_PER_WORD 1
#define ELEMENT_SHIFT 0
#define ELEMENT_MASK 0xffffffffu
#endif
#define ELEMENT_BITS (32u / ELEMENTS_PER_WORD)

// The element at this offset; only its position within the word matters.
uint element_at(uint word, uint offset) {
  return (word >> (offset % ELEMENTS_PER_WORD * ELEMENT_BITS)) & ELEMENT_MASK;
}

// A word's first element in all its places.
uint splat(uint word) { return (word & ELEMENT_MASK) * (0xffffffffu / ELEMENT_MASK); }
