// Element-wise modulus over packed tensors: every thread computes PER_THREAD vectors, and the first threads of the
// grid also the words after the last whole vector.
//
// Defines, all required; kernels/modulus/plan.cpp sets them, and constants.hlsli refuses what is missing or unknown:
//   ACCESS       ACCESS_RAW, ACCESS_STRUCTURED, ACCESS_TYPED   the views vectors are loaded and stored through
//   LOAD_BYTES   4, 8, 16                                      bytes per vector
//   PER_THREAD   1, 2, 4, 8                                    vectors per thread
//   THREADS      32 ... 1024                                   threads per group
//   LOOP         LOOP_GROUP, LOOP_GRID, LOOP_TILE, _ROWS,      how far apart one thread's vectors lie; the last three
//                _STAGED                                       are for the shaders of these names only
//   PLACEMENT    PLACEMENT_OUT, _IN_A, _IN_B                   where the result goes
//   DIVISOR      DIVISOR_TENSOR, DIVISOR_SCALAR, _KNOWN        B as large as A, or a single element: read from B, or
//                                                              passed by the host as constants
//   ROUNDING     ROUNDING_FLOOR, ROUNDING_TRUNCATE             the operator
//   ELEMENT      ELEMENT_F32, _F16, _I32, _I16, _I8, _U32, _U16, _U8
//   ALGORITHM    one of those below; kernels/modulus/algorithm.h says what each is and which types it serves
//   PRECISE      0, 1                                          1: the formula's product and difference are never fused
//   STREAMED     0, 1                                          0: a thread loads all its vectors first, for the most
//                                                              loads in flight; 1: one after the other, for few
//                                                              registers and short code
//   NATIVE16     0, 1                                          1: 16-bit elements are computed with 16-bit types where
//                                                              that is exact; needs shader model 6.2
//   PACKED8      0, 1                                          1: 8-bit elements are unpacked and packed by intrinsics
//                                                              of shader model 6.6
//   WAVE_LANES   0, 4 ... 128                                  lanes per wave, which needs shader model 6.6; 0 leaves
//                                                              it to the driver

#include "constants.hlsli"
#include "indexing.hlsli"
#include "access.hlsli"
#include "element.hlsli"
#include "finish.hlsli"

#if DIVISOR == DIVISOR_SCALAR
#define DIVISOR_VECTOR(i) ((Vector)divisor)
#define DIVISOR_WORD(word) divisor
#elif DIVISOR == DIVISOR_KNOWN
// Unused.
#define DIVISOR_VECTOR(i) ((Vector)0)
#define DIVISOR_WORD(word) 0
#else
#define DIVISOR_VECTOR(i) load_b(i)
#define DIVISOR_WORD(word) words_b[word]
#endif

#if WAVE_LANES > 0
[WaveSize(WAVE_LANES)]
#endif
[numthreads(THREADS, 1, 1)]
void main(uint3 group_id : SV_GroupID, uint lane : SV_GroupIndex) {
  const uint group = linear_group(group_id);
  if (group >= groups) return;
#if DIVISOR == DIVISOR_SCALAR
  const uint divisor = splat(words_b[0]);
#endif

  // Words left to modulus_word, one bit each: PER_THREAD * WORDS is at most 32.
  uint pending = 0;

#if HAS_FAST_PATH && !STREAMED
  if (vectors > 0) {
    // Every load is issued before the first result is needed. A thread past the end loads the last vector again,
    // because root descriptors are not bounds-checked, and stores nothing.
    Vector a[PER_THREAD];
    Vector b[PER_THREAD];
    [unroll] for (uint i = 0; i < PER_THREAD; ++i) {
      const uint from = min(vector_index(group, lane, i), vectors - 1);
      a[i] = load_a(from);
      b[i] = DIVISOR_VECTOR(from);
    }
    [unroll] for (uint j = 0; j < PER_THREAD; ++j) {
      const uint to = vector_index(group, lane, j);
      if (to < vectors) pending |= finish(to, a[j], b[j]) << (j * WORDS);
    }
  }
#elif HAS_FAST_PATH
  [loop] for (uint i = 0; i < PER_THREAD; ++i) {
    const uint at = vector_index(group, lane, i);
    if (at < vectors) pending |= finish(at, load_a(at), DIVISOR_VECTOR(at)) << (i * WORDS);
  }
#else
  [loop] for (uint i = 0; i < PER_THREAD; ++i) {
    const uint at = vector_index(group, lane, i);
    if (at < vectors) store_out(at, modulus_vector(load_a(at), DIVISOR_VECTOR(at)));
  }
#endif

  // One copy of the full algorithm serves the unfinished words and the tail. It reloads what a vector load already
  // brought, which costs less than keeping every vector in registers to index them. In place this is safe: an
  // unfinished word has not been written.
  bool tail = group == 0 && lane < tail_words;
  [loop] while (pending != 0 || tail) {
    uint word = vectors * WORDS + lane;
    uint mask = lane == tail_words - 1 ? tail_mask : 0xffffffffu;
    if (pending != 0) {
      const uint bit = firstbitlow(pending);
      pending &= pending - 1;
      word = vector_index(group, lane, bit / WORDS) * WORDS + bit % WORDS;
      mask = 0xffffffffu;
    } else {
      tail = false;
    }
    store_bytes(word, modulus_word(words_a[word], DIVISOR_WORD(word)), mask);
  }
}
