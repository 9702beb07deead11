// The operator on 32-bit words and on vectors of them.
//   HAS_FAST_PATH           1 where an algorithm has a short path that finishes most words
//   fast_word(a, b, r)      the short path: false where it leaves the word to modulus_word
//   modulus_word(a, b)      the full algorithm

#if ALGORITHM == ALGORITHM_COPY
#define HAS_FAST_PATH 1
uint modulus_word(uint a, uint b) { return a ^ b; }
bool fast_word(uint a, uint b, out uint r) {
  r = a ^ b;
  return true;
}
#elif ELEMENT == ELEMENT_F32
#include "modulus_f32.hlsli"
#endif

#if HAS_FAST_PATH

// A bit set for each word that the short path leaves unfinished.
uint fast_vector(Vector a, Vector b, out Vector r) {
#if WORDS == 1
  return fast_word(a, b, r) ? 0u : 1u;
#elif WORDS == 2
  uint2 words;
  uint unfinished = fast_word(a.x, b.x, words.x) ? 0u : 1u;
  unfinished |= fast_word(a.y, b.y, words.y) ? 0u : 2u;
  r = words;
  return unfinished;
#else
  uint4 words;
  uint unfinished = fast_word(a.x, b.x, words.x) ? 0u : 1u;
  unfinished |= fast_word(a.y, b.y, words.y) ? 0u : 2u;
  unfinished |= fast_word(a.z, b.z, words.z) ? 0u : 4u;
  unfinished |= fast_word(a.w, b.w, words.w) ? 0u : 8u;
  r = words;
  return unfinished;
#endif
}

#else

// A loop rather than WORDS copies of a long algorithm: drivers take seconds to compile those.
Vector modulus_vector(Vector a, Vector b) {
#if WORDS == 1
  return modulus_word(a, b);
#else
  // Words move through the first component, in and out, so that nothing is indexed.
  [loop] for (uint i = 0; i < WORDS; ++i) {
    const uint word = modulus_word(a.x, b.x);
#if WORDS == 2
    a = Vector(a.y, word);
    b = b.yx;
#else
    a = Vector(a.yzw, word);
    b = b.yzwx;
#endif
  }
  return a;
#endif
}

#endif
