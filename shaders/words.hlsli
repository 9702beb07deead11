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

#include "word_elements.hlsli"

// Stores the bytes set in the mask. The others, before, between or after a tensor's elements, may belong to something
// else and stay unchanged; no other thread of the dispatch writes to this word.
void store_bytes(uint word, uint value, uint mask) {
  if (mask == 0xffffffffu)
    words_out[word] = value;
  else
    words_out[word] = (value & mask) | (words_out[word] & ~mask);
}
