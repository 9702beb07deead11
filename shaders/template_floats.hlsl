
// The same for a vector, by a short path: returns a bit for each word that it leaves to modulus.
uint modulus_of_vector(Vector x, Vector y, out Vector r) { return fast_vector(x, y, r); }

[numthreads(THREADS, 1, 1)]
void main(uint3 group_id : SV_GroupID, uint lane : SV_GroupIndex) {
  const uint group = linear_group(group_id);
  if (group >= group_count) return;
  const uint whole_words = last_word_mask == 0xffffffffu ? word_count : word_count - 1;
  const uint vectors = whole_words / WORDS;
  const uint first = group * PER_THREAD * THREADS + lane;  // of this thread's vectors, which are THREADS apart

  uint left = 0;      // a bit for each of their words that the short path left
  if (vectors > 0) {  // all loads come before the first result, for the most bytes in flight
    Vector x[PER_THREAD];
    Vector y[PER_THREAD];
    [unroll] for (uint i = 0; i < PER_THREAD; ++i) {
      const uint from = min(first + i * THREADS, vectors - 1);
      x[i] = a[from];
      y[i] = b[from];
    }
    [unroll] for (uint j = 0; j < PER_THREAD; ++j) {
      const uint to = first + j * THREADS;
      if (to >= vectors) continue;
      Vector r;
      const uint unfinished = modulus_of_vector(x[j], y[j], r);
      left |= unfinished << (j * WORDS);
      if (unfinished == 0) {
        result[to] = r;
        continue;
      }
      [unroll] for (uint k = 0; k < WORDS; ++k)
        if ((unfinished >> k & 1u) == 0) words_result[to * WORDS + k] = WORD_OF(r, k);
    }
  }

  // One copy of the long path, for the words left and, in the first group, those after the last whole vector.
  bool tail = group == 0 && lane < word_count - vectors * WORDS;
  [loop] while (left != 0 || tail) {
    uint word = vectors * WORDS + lane;
    if (left != 0) {
      const uint bit = firstbitlow(left);
      left &= left - 1;
      word = (first + bit / WORDS * THREADS) * WORDS + bit % WORDS;
    } else {
      tail = false;
    }
    store_word(word, modulus(words_a[word], words_b[word]));
  }
}
