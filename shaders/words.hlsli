// The tensors as 32-bit words. Structured views rather than raw ones: libvkd3d's compiler cannot load from a writable
// raw view, as in-place kernels and partial words must.

RWStructuredBuffer<uint> words_out : register(u0);
#if PLACEMENT == PLACEMENT_OUT
StructuredBuffer<uint> words_a : register(t0);
StructuredBuffer<uint> words_b : register(t1);
#elif PLACEMENT == PLACEMENT_IN_A
#define words_a words_out
StructuredBuffer<uint> words_b : register(t0);
#else
StructuredBuffer<uint> words_a : register(t0);
#define words_b words_out
#endif

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

// Stores the bytes set in the mask. The others, before, between or after a tensor's elements, may belong to something
// else and stay unchanged; no other thread of the dispatch writes to this word.
void store_bytes(uint word, uint value, uint mask) {
  if (mask == 0xffffffffu)
    words_out[word] = value;
  else
    words_out[word] = (value & mask) | (words_out[word] & ~mask);
}
