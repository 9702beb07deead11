// Loads and stores. Vectors go through the views that ACCESS names. The words after the last whole vector, which a
// wider load would overrun, always go through views of single words. In place, the overwritten operand is read through
// Out's views: Direct3D 12 has no state for reading and writing one buffer through two kinds of view.

#include "words.hlsli"
#include "vector.hlsli"

#if ACCESS == ACCESS_RAW
#define VECTORS ByteAddressBuffer
#define RW_VECTORS RWByteAddressBuffer
#elif ACCESS == ACCESS_STRUCTURED
#define VECTORS StructuredBuffer<Vector>
#define RW_VECTORS RWStructuredBuffer<Vector>
#else
#define VECTORS Buffer<Vector>
#define RW_VECTORS RWBuffer<Vector>
#endif

RW_VECTORS vectors_out : register(u1);
#if PLACEMENT == PLACEMENT_OUT
VECTORS vectors_a : register(t2);
#if DIVISOR == DIVISOR_TENSOR
VECTORS vectors_b : register(t3);
#endif
#elif PLACEMENT == PLACEMENT_IN_A
#define vectors_a vectors_out
#if DIVISOR == DIVISOR_TENSOR
VECTORS vectors_b : register(t1);
#endif
#else
VECTORS vectors_a : register(t1);
#define vectors_b vectors_out
#endif

#if ACCESS != ACCESS_RAW
#define LOAD(view, i) view[i]
#define STORE(view, i, value) view[i] = value
#elif WORDS == 1
#define LOAD(view, i) view.Load((i) * 4)
#define STORE(view, i, value) view.Store((i) * 4, value)
#elif WORDS == 2
#define LOAD(view, i) view.Load2((i) * 8)
#define STORE(view, i, value) view.Store2((i) * 8, value)
#else
#define LOAD(view, i) view.Load4((i) * 16)
#define STORE(view, i, value) view.Store4((i) * 16, value)
#endif

Vector load_a(uint i) { return LOAD(vectors_a, i); }
#if DIVISOR == DIVISOR_TENSOR
Vector load_b(uint i) { return LOAD(vectors_b, i); }
#endif
void store_out(uint i, Vector value) { STORE(vectors_out, i, value); }

// Writes the words of a vector whose bit in `unfinished` is clear. Each word of Out is written once and through one
// view, so nothing depends on the order of stores through different views of one buffer.
void store_finished_words(uint i, Vector value, uint unfinished) {
#if WORDS == 2
  if ((unfinished & 1u) == 0) words_out[i * 2] = value.x;
  if ((unfinished & 2u) == 0) words_out[i * 2 + 1] = value.y;
#elif WORDS == 4
  if ((unfinished & 1u) == 0) words_out[i * 4] = value.x;
  if ((unfinished & 2u) == 0) words_out[i * 4 + 1] = value.y;
  if ((unfinished & 4u) == 0) words_out[i * 4 + 2] = value.z;
  if ((unfinished & 8u) == 0) words_out[i * 4 + 3] = value.w;
#endif
}
