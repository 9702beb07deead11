// Vectors of 32-bit words: LOAD_BYTES together.

#if WORDS == 1
typedef uint Vector;
#elif WORDS == 2
typedef uint2 Vector;
#else
typedef uint4 Vector;
#endif

// The i-th word of a vector, for a constant i, and a vector of an array of words.
#if WORDS == 1
#define WORD_OF(vector, i) (vector)
#define MAKE_VECTOR(words) words[0]
#elif WORDS == 2
#define WORD_OF(vector, i) ((i) == 0 ? (vector).x : (vector).y)
#define MAKE_VECTOR(words) uint2(words[0], words[1])
#else
#define WORD_OF(vector, i) ((i) == 0 ? (vector).x : (i) == 1 ? (vector).y : (i) == 2 ? (vector).z : (vector).w)
#define MAKE_VECTOR(words) uint4(words[0], words[1], words[2], words[3])
#endif
