// Element-wise modulus over packed tensors: every thread computes PER_THREAD vectors, and the first threads of the
// grid also the words after the last whole vector.
//
// Defines, all required; kernels/plan.cpp sets them:
//   ACCESS       ACCESS_RAW, ACCESS_STRUCTURED, ACCESS_TYPED   the views vectors are loaded and stored through
//   WORDS        1, 2, 4                                       32-bit words a vector
//   PER_THREAD   1, 2, 4, 8                                    vectors a thread
//   THREADS      32 ... 1024                                   threads a group
//   LOOP         LOOP_GROUP, LOOP_GRID                         how far apart one thread's vectors lie
//   ROUNDING     ROUNDING_FLOOR, ROUNDING_TRUNCATE             the operator
//   ELEMENT      ELEMENT_F32                                   the element type
//   ALGORITHM    ALGORITHM_LONGDIV, _SPLIT, _FORMULA, _INTRINSIC, _COPY

#define ACCESS_RAW 0
#define ACCESS_STRUCTURED 1
#define ACCESS_TYPED 2
#define LOOP_GROUP 0
#define LOOP_GRID 1
#define ROUNDING_FLOOR 0
#define ROUNDING_TRUNCATE 1
#define ELEMENT_F32 0
#define ALGORITHM_LONGDIV 0
#define ALGORITHM_SPLIT 1
#define ALGORITHM_FORMULA 2
#define ALGORITHM_INTRINSIC 3
#define ALGORITHM_COPY 4

#include "indexing.hlsli"
#include "access.hlsli"
#include "element.hlsli"

[numthreads(THREADS, 1, 1)]
void main(uint3 group_id : SV_GroupID, uint lane : SV_GroupIndex) {
  const uint group = linear_group(group_id);
  if (group >= groups) return;

  // Words that are left to modulus_word, one bit each: PER_THREAD * WORDS is at most 32.
  uint pending = 0;

#if HAS_FAST_PATH
  if (vectors > 0) {
    // Every load is issued before the first result is needed. A thread past the end loads the last vector again, since
    // root descriptors are not bounds-checked, and stores nothing.
    Vector a[PER_THREAD];
    Vector b[PER_THREAD];
    [unroll] for (uint i = 0; i < PER_THREAD; ++i) {
      const uint from = min(vector_index(group, lane, i), vectors - 1);
      a[i] = load_a(from);
      b[i] = load_b(from);
    }
    [unroll] for (uint j = 0; j < PER_THREAD; ++j) {
      const uint to = vector_index(group, lane, j);
      if (to < vectors) {
        Vector result;
        const uint unfinished = fast_vector(a[j], b[j], result);
        if (unfinished == 0)
          store_out(to, result);
        else
          store_finished_words(to, result, unfinished);
        pending |= unfinished << (j * WORDS);
      }
    }
  }
#else
  [loop] for (uint i = 0; i < PER_THREAD; ++i) {
    const uint at = vector_index(group, lane, i);
    if (at < vectors) store_out(at, modulus_vector(load_a(at), load_b(at)));
  }
#endif

  // One copy of the full algorithm serves the unfinished words and the tail. It loads again what a vector load already
  // brought, which costs less than holding every vector in registers to index them.
  bool tail = group == 0 && lane < tail_words;
  [loop] while (pending != 0 || tail) {
    uint word = vectors * WORDS + lane;
    if (pending != 0) {
      const uint bit = firstbitlow(pending);
      pending &= pending - 1;
      word = vector_index(group, lane, bit / WORDS) * WORDS + bit % WORDS;
    } else {
      tail = false;
    }
    store_out_word(word, modulus_word(load_a_word(word), load_b_word(word)));
  }
}
