// The operator on 32-bit words, which hold one, two or four elements, and on vectors of words.
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

#elif ALGORITHM == ALGORITHM_LADDER

#define HAS_FAST_PATH 1
#include "modulus_ladder.hlsli"
uint fast_vector(Vector a, Vector b, out Vector r) {
  r = modulus_words(a, b);
  return 0u;
}

#elif ELEMENT == ELEMENT_F32

#include "modulus_f32.hlsli"
uint modulus_word(uint a, uint b) { return full_f32(a, b); }
#if HAS_FAST_PATH
bool fast_word(uint a, uint b, out uint r) { return fast_f32(a, b, r); }
#endif

#elif ALGORITHM == ALGORITHM_HALF

#define HAS_FAST_PATH 1
#include "modulus_half.hlsli"
bool fast_word(uint a, uint b, out uint r) {
  r = modulus_word(a, b);
  return true;
}

#elif ELEMENT == ELEMENT_F16

// fp16 is computed in fp32 and rounded once at the end: where fp32 rounds at all, the number is too far from the
// midpoint of two fp16 numbers for a second rounding to matter.
#include "modulus_f32.hlsli"
uint modulus_word(uint a, uint b) {
  const uint low = narrow_f16(full_f32(widen_f16(a & 0xffffu), widen_f16(b & 0xffffu)));
  return low | narrow_f16(full_f32(widen_f16(a >> 16), widen_f16(b >> 16))) << 16;
}
#if HAS_FAST_PATH
bool fast_word(uint a, uint b, out uint r) {
  uint low;
  uint high;
  const bool low_done = fast_f32(widen_f16(a & 0xffffu), widen_f16(b & 0xffffu), low);
  const bool high_done = fast_f32(widen_f16(a >> 16), widen_f16(b >> 16), high);
  r = narrow_f16(low) | narrow_f16(high) << 16;
  return low_done && high_done;
}
#endif

#else

#define HAS_FAST_PATH 1
#if ELEMENT == ELEMENT_I32 || ELEMENT == ELEMENT_I16 || ELEMENT == ELEMENT_I8
#define IS_SIGNED 1
#else
#define IS_SIGNED 0
#endif

#if ALGORITHM == ALGORITHM_MASK

#include "modulus_mask.hlsli"
uint modulus_word(uint a, uint b) { return mask_word(a); }

#elif ALGORITHM == ALGORITHM_BIAS

#include "modulus_bias.hlsli"

#else

// One element during computation: in a type of its own size, or sign- or zero-extended to 32 bits.
#if NATIVE16
typedef uint16_t Lane;
typedef int16_t SignedLane;
#define LANE_BITS 16
#else
typedef uint Lane;
typedef int SignedLane;
#define LANE_BITS 32
#endif

#include "modulus_int.hlsli"

#if ELEMENT == ELEMENT_I32 || ELEMENT == ELEMENT_U32

uint modulus_word(uint a, uint b) { return modulus_int(a, b); }

#elif PACKED8

uint4 elements(uint word) {
#if IS_SIGNED
  return uint4(unpack_s8s32(int8_t4_packed(word)));
#else
  return unpack_u8u32(uint8_t4_packed(word));
#endif
}

uint modulus_word(uint a, uint b) {
  const uint4 x = elements(a);
  const uint4 y = elements(b);
  return uint(pack_u8(
      uint4(modulus_int(x.x, y.x), modulus_int(x.y, y.y), modulus_int(x.z, y.z), modulus_int(x.w, y.w))));
}

#else

// The i-th element of a word.
Lane element(uint word, uint i) {
#if NATIVE16
  return uint16_t(word >> (i * 16u));
#elif ELEMENT == ELEMENT_U8
  return (word >> (i * 8u)) & 0xffu;
#elif ELEMENT == ELEMENT_U16
  return (word >> (i * 16u)) & 0xffffu;
#elif ELEMENT == ELEMENT_I8
  return uint(int(word << (24u - i * 8u)) >> 24);
#else
  return uint(int(word << (16u - i * 16u)) >> 16);
#endif
}

uint modulus_word(uint a, uint b) {
#if ELEMENT == ELEMENT_U16 || ELEMENT == ELEMENT_I16
  return (uint(modulus_int(element(a, 0), element(b, 0))) & 0xffffu) |
         uint(modulus_int(element(a, 1), element(b, 1))) << 16;
#else
  return (modulus_int(element(a, 0), element(b, 0)) & 0xffu) |
         (modulus_int(element(a, 1), element(b, 1)) & 0xffu) << 8 |
         (modulus_int(element(a, 2), element(b, 2)) & 0xffu) << 16 | modulus_int(element(a, 3), element(b, 3)) << 24;
#endif
}

#endif
#endif

bool fast_word(uint a, uint b, out uint r) {
  r = modulus_word(a, b);
  return true;
}

#endif

#if ALGORITHM == ALGORITHM_LADDER

// It computes whole vectors.

#elif HAS_FAST_PATH

// Returns a bit set for each word that the short path leaves unfinished.
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

// A loop rather than WORDS copies of a long algorithm, which drivers take seconds to compile. Words are selected,
// neither indexed nor rotated through one component: libvkd3d loses one where DXC rotates them.
#if WORDS > 1
uint word_of(Vector words, uint i) {
#if WORDS == 2
  return i == 0 ? words.x : words.y;
#else
  const uint2 pair = i < 2 ? words.xy : words.zw;
  return (i & 1u) == 0 ? pair.x : pair.y;
#endif
}
#endif

Vector modulus_vector(Vector a, Vector b) {
#if WORDS == 1
  return modulus_word(a, b);
#else
  Vector r = 0;
  [loop] for (uint i = 0; i < WORDS; ++i) {
    const uint word = modulus_word(word_of(a, i), word_of(b, i));
#if WORDS == 2
    r = Vector(i == 0 ? word : r.x, word);
#else
    r = Vector(i == 0 ? word : r.x, i == 1 ? word : r.y, i == 2 ? word : r.z, word);
#endif
  }
  return r;
#endif
}

#endif
