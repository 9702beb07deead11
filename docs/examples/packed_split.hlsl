// The built-in kernels of packed f32 tensors with the algorithm `split`, as a kernel file: every thread loads all its
// vectors, computes those that the short path can, and then the words that it left, and the first group also what
// follows the last whole vector. docs/own-kernels.md holds it against its twins.
//
// modlab: op floor, truncate
// modlab: dtype f32
// modlab: axis LOAD_BYTES = 4, 8, 16
// modlab: axis PER_THREAD = 1, 2, 4
// modlab: axis THREADS = 64, 128, 256, 512
// modlab: axis ALGORITHM = ALGORITHM_SPLIT
// modlab: view typed LOAD_BYTES
// modlab: threads THREADS
// modlab: elements PER_THREAD * LOAD_BYTES / ELEMENT_BYTES

#include "modlab.hlsli"

StructuredBuffer<uint> words_a : register(A_WORDS_REGISTER);
StructuredBuffer<uint> words_b : register(B_WORDS_REGISTER);
RWStructuredBuffer<uint> words_out : register(OUT_WORDS_REGISTER);
Buffer<Vector> vectors_a : register(A_REGISTER);
Buffer<Vector> vectors_b : register(B_REGISTER);
RWBuffer<Vector> vectors_out : register(OUT_REGISTER);

// Stores the words of a vector whose bit in `unfinished` is clear.
void store_finished(uint at, Vector value, uint unfinished) {
  if (unfinished == 0) {
    vectors_out[at] = value;
    return;
  }
  [unroll] for (uint i = 0; i < WORDS; ++i)
    if ((unfinished >> i & 1u) == 0) words_out[at * WORDS + i] = WORD_OF(value, i);
}

[numthreads(THREADS, 1, 1)]
void main(uint3 group_id : SV_GroupID, uint lane : SV_GroupIndex) {
  const uint group = linear_group(group_id);
  if (group >= group_count) return;
  const uint vectors = word_count / WORDS;
  const uint first = group * PER_THREAD * THREADS + lane;

  uint pending = 0;  // a bit for each word that the short path left
  if (vectors > 0) {
    Vector a[PER_THREAD];
    Vector b[PER_THREAD];
    [unroll] for (uint i = 0; i < PER_THREAD; ++i) {
      const uint from = min(first + i * THREADS, vectors - 1);
      a[i] = vectors_a[from];
      b[i] = vectors_b[from];
    }
    [unroll] for (uint j = 0; j < PER_THREAD; ++j) {
      const uint to = first + j * THREADS;
      if (to >= vectors) continue;
      Vector result;
      const uint unfinished = fast_vector(a[j], b[j], result);
      store_finished(to, result, unfinished);
      pending |= unfinished << (j * WORDS);
    }
  }

  // One copy of the full algorithm for the words left and for those after the last whole vector.
  bool tail = group == 0 && lane < word_count % WORDS;
  [loop] while (pending != 0 || tail) {
    uint word = vectors * WORDS + lane;
    if (pending != 0) {
      const uint bit = firstbitlow(pending);
      pending &= pending - 1;
      word = (first + bit / WORDS * THREADS) * WORDS + bit % WORDS;
    } else {
      tail = false;
    }
    words_out[word] = modulus_word(words_a[word], words_b[word]);
  }
}
