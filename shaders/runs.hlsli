// Parts of runs of elements, which begin and end anywhere within words and vectors.

#define VECTOR_ELEMENTS (WORDS * ELEMENTS_PER_WORD)

// The bytes of word w of a vector that belong to its first elements.
uint bytes_before(uint elements, uint w) {
  const uint words = elements / ELEMENTS_PER_WORD;
  const uint part = (1u << (elements % ELEMENTS_PER_WORD * ELEMENT_BITS)) - 1;
  return w < words ? 0xffffffffu : w == words ? part : 0;
}

// The word whose first element is at `offset`, from those that hold it: one, or two that follow each other.
uint join(uint low, uint high, uint offset) {
#if ELEMENTS_PER_WORD == 1
  return low;
#else
  const uint shift = offset % ELEMENTS_PER_WORD * ELEMENT_BITS;
  return shift == 0 ? low : (low >> shift) | (high << (32 - shift));
#endif
}

// The word that holds an element of a run; another of the run for an element outside of it.
uint word_of_run(uint begin, uint length, uint offset) {
  return clamp(int(offset) >> ELEMENT_SHIFT, int(begin) >> ELEMENT_SHIFT, int(begin + length - 1) >> ELEMENT_SHIFT);
}
