// Element-wise modulus over a box of tensors with strides. Every thread computes PER_THREAD words of Out's storage: it owns
// all of the box's elements that lie in them, wherever their operands are, and leaves other bytes as they were. Words are
// counted along a walk that leaves out most of those without an element: kernels/word_walk.h.
//
// Defines: RANK, 1 to 8, the dimensions after folding; RUN, 1 where the elements of the last one follow each other in the
// walk and need no division, else 0; and of those modulus.hlsl documents PER_THREAD, THREADS, LOOP, PLACEMENT, DIVISOR
// (always DIVISOR_TENSOR), ROUNDING, ELEMENT, ALGORITHM, LOAD_BYTES (always 4), PRECISE, NATIVE16, PACKED8 and WAVE_LANES.

#include "constants.hlsli"
#include "indexing.hlsli"
#include "words.hlsli"
#include "divide.hlsli"

typedef uint Vector;
#include "element.hlsli"

// Where the operands of an element lie, and how many words the walk has left out before it; false in a gap. A place before
// the slice's first element wraps around to one behind its last.
bool locate(uint place, out uint a_offset, out uint b_offset, out uint skipped) {
  place -= out_first;
  a_offset = a_first;
  b_offset = b_first;
  skipped = 0;
  bool inside = true;
  [unroll] for (uint i = 0; i < RANK; ++i) {
    const uint4 dimension = dimensions[i];
    const uint at = i < RANK - RUN ? divide(place, dimension.w, asfloat(inverses[i / 4][i % 4])) : place;
    place -= at * dimension.w;
    inside = inside && at < dimension.x;
    a_offset += at * dimension.y;
    b_offset += at * dimension.z;
    skipped += at * skips[i / 4][i % 4];
  }
  return inside && place == 0;
}

void compute_word(uint word) {
  uint a = 0;
  uint b = 0;
  uint mask = 0;
  uint out_word = 0;
  [unroll] for (uint i = 0; i < ELEMENTS_A_WORD; ++i) {
    uint a_offset;
    uint b_offset;
    uint skipped;
    if (locate(word * ELEMENTS_A_WORD + i, a_offset, b_offset, skipped)) {
      a |= element_at(words_a[a_offset / ELEMENTS_A_WORD], a_offset) << (i * ELEMENT_BITS);
      b |= element_at(words_b[b_offset / ELEMENTS_A_WORD], b_offset) << (i * ELEMENT_BITS);
      mask |= ELEMENT_MASK << (i * ELEMENT_BITS);
      out_word = word + skipped;
    }
  }
  if (mask != 0) store_bytes(out_word, modulus_word(a, b), mask);
}

#if WAVE_LANES > 0
[WaveSize(WAVE_LANES)]
#endif
[numthreads(THREADS, 1, 1)]
void main(uint3 group_id : SV_GroupID, uint lane : SV_GroupIndex) {
  const uint group = linear_group(group_id);
  if (group >= groups) return;
  [loop] for (uint i = 0; i < PER_THREAD; ++i) {
    const uint word = vector_index(group, lane, i);
    if (word < vectors) compute_word(word);
  }
}
