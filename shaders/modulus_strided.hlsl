// Element-wise modulus over a box of tensors with strides. Every thread computes PER_THREAD words of Out's storage: it
// owns all of the box's elements in them, wherever their operands are, and leaves other bytes unchanged. Words are
// counted along a walk that skips most of those without an element: kernels/modulus/word_walk.h.
//
// Defines: RANK, 1 to 8, the dimensions after folding; RUN, 1 where the elements of the last one are contiguous in the
// walk and need no division, else 0; and of those modulus.hlsl documents PER_THREAD, THREADS, LOOP, PLACEMENT, DIVISOR
// (always DIVISOR_TENSOR), ROUNDING, ELEMENT, ALGORITHM, LOAD_BYTES (always 4), PRECISE, NATIVE16, PACKED8 and
// WAVE_LANES.

#include "constants.hlsli"
#include "indexing.hlsli"
#include "words.hlsli"
#include "divide.hlsli"

typedef uint Vector;
#include "element.hlsli"

// The offsets of an element's operands, and how many words the walk has skipped before it; false in a gap. A position
// before the slice's first element wraps to one after its last.
bool locate(uint position, out uint a_offset, out uint b_offset, out uint skipped) {
  position -= out_first;
  a_offset = a_first;
  b_offset = b_first;
  skipped = 0;
  bool inside = true;
  [unroll] for (uint i = 0; i < RANK; ++i) {
    const uint4 dimension = dimensions[i];
    const uint at = i < RANK - RUN ? divide(position, dimension.w, asfloat(inverses[i / 4][i % 4])) : position;
    position -= at * dimension.w;
    inside = inside && at < dimension.x;
    a_offset += at * dimension.y;
    b_offset += at * dimension.z;
    skipped += at * skips[i / 4][i % 4];
  }
  return inside && position == 0;
}

void compute_word(uint word) {
  uint a = 0;
  uint b = 0;
  uint mask = 0;
  uint out_word = 0;
  [unroll] for (uint i = 0; i < ELEMENTS_PER_WORD; ++i) {
    uint a_offset;
    uint b_offset;
    uint skipped;
    if (locate(word * ELEMENTS_PER_WORD + i, a_offset, b_offset, skipped)) {
      a |= element_at(words_a[a_offset / ELEMENTS_PER_WORD], a_offset) << (i * ELEMENT_BITS);
      b |= element_at(words_b[b_offset / ELEMENTS_PER_WORD], b_offset) << (i * ELEMENT_BITS);
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
