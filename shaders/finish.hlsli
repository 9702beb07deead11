#if HAS_FAST_PATH
// Stores the words of a vector that the short path finishes; returns a bit set for each word that it does not.
uint finish(uint at, Vector a, Vector b) {
  Vector result;
  const uint unfinished = fast_vector(a, b, result);
  if (unfinished == 0)
    store_out(at, result);
  else
    store_finished_words(at, result, unfinished);
  return unfinished;
}
#endif
