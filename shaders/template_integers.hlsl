
[numthreads(THREADS, 1, 1)]
void main(uint3 group_id : SV_GroupID, uint lane : SV_GroupIndex) {
  const uint group = linear_group(group_id);
  if (group >= group_count) return;
  const uint whole_words = last_word_mask == 0xffffffffu ? word_count : word_count - 1;
  const uint vectors = whole_words / WORDS;
  const uint first = group * PER_THREAD * THREADS + lane;  // of this thread's vectors, which are THREADS apart

  if (vectors > 0) {  // all loads come before the first result, for the most bytes in flight
    Vector x[PER_THREAD];
    Vector y[PER_THREAD];
    [unroll] for (uint i = 0; i < PER_THREAD; ++i) {
      const uint from = min(first + i * THREADS, vectors - 1);
      x[i] = a[from];
      y[i] = b[from];
    }
    [unroll] for (uint j = 0; j < PER_THREAD; ++j) {
      uint words[WORDS];
      [unroll] for (uint k = 0; k < WORDS; ++k) words[k] = modulus(WORD_OF(x[j], k), WORD_OF(y[j], k));
      if (first + j * THREADS < vectors) result[first + j * THREADS] = MAKE_VECTOR(words);
    }
  }

  // The first group also computes the words after the last whole vector.
  const uint word = vectors * WORDS + lane;
  if (group == 0 && word < word_count) store_word(word, modulus(words_a[word], words_b[word]));
}
