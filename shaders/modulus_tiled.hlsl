// Element-wise modulus over tensors with an operand stored by columns of Out, where neighbours in a row of Out are far
// apart. A thread computes squares of SIDE rows and columns, one vector per row: it loads the columns as vectors and
// transposes them in registers to rows, like those of any other operand. The threads of a group form a rectangle, so
// that rows and columns are both read in long runs; its PER_THREAD tiles lie below each other.
//
// Defines: TILE_DIMENSIONS, the number of dimensions; THREADS_ACROSS, the width of a group in threads; A_BY_COLUMNS and
// B_BY_COLUMNS, 0 or 1; and those that modulus.hlsl documents, with DIVISOR always DIVISOR_TENSOR.

#include "constants.hlsli"
#include "indexing.hlsli"
#include "divide.hlsli"
#include "access.hlsli"
#include "element.hlsli"

static const uint kByColumns[] = {A_BY_COLUMNS, B_BY_COLUMNS};  // neither may be missing, as in constants.hlsli

#define SIDE (WORDS * ELEMENTS_PER_WORD)
#define THREADS_DOWN (THREADS / THREADS_ACROSS)

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

// One row of a square held by columns. The row is a constant once loops are unrolled, so nothing is indexed.
Vector row_of(Vector columns[SIDE], uint row) {
  uint words[WORDS];
  [unroll] for (uint w = 0; w < WORDS; ++w) {
    words[w] = 0;
    [unroll] for (uint i = 0; i < ELEMENTS_PER_WORD; ++i)
      words[w] |= element_at(WORD_OF(columns[w * ELEMENTS_PER_WORD + i], row / ELEMENTS_PER_WORD), row)
                  << (i * ELEMENT_BITS);
  }
  return MAKE_VECTOR(words);
}

// The index of a word of an operand's square, stored by rows; or, stored by columns, of the word with its element i.
uint by_rows(uint first, uint step, uint row, uint word) { return (first + row * step) * WORDS + word; }
uint by_columns(uint first, uint step, uint row, uint word, uint i) {
  return (first + (word * ELEMENTS_PER_WORD + i) * step) * WORDS + row / ELEMENTS_PER_WORD;
}

// One word of an operand. Slow, for the full algorithm only.
uint word_a(uint first, uint row, uint word) {
#if A_BY_COLUMNS
  uint result = 0;
  [loop] for (uint i = 0; i < ELEMENTS_PER_WORD; ++i)
    result |= element_at(words_a[by_columns(first, a_step, row, word, i)], row) << (i * ELEMENT_BITS);
  return result;
#else
  return words_a[by_rows(first, a_step, row, word)];
#endif
}

uint word_b(uint first, uint row, uint word) {
#if B_BY_COLUMNS
  uint result = 0;
  [loop] for (uint i = 0; i < ELEMENTS_PER_WORD; ++i)
    result |= element_at(words_b[by_columns(first, b_step, row, word, i)], row) << (i * ELEMENT_BITS);
  return result;
#else
  return words_b[by_rows(first, b_step, row, word)];
#endif
}

// Computes one square, given its first vectors in A, B and Out.
void compute_square(uint3 first) {
#if HAS_FAST_PATH
  uint pending = 0;  // words left to modulus_word, one bit each: a square has at most 32
  uint row;
#if A_BY_COLUMNS
  Vector a_columns[SIDE];
  [unroll] for (row = 0; row < SIDE; ++row) a_columns[row] = load_a(first.x + row * a_step);
#define A_ROW(row) row_of(a_columns, row)
#else
#define A_ROW(row) load_a(first.x + row * a_step)
#endif
#if B_BY_COLUMNS
  Vector b_columns[SIDE];
  [unroll] for (row = 0; row < SIDE; ++row) b_columns[row] = load_b(first.y + row * b_step);
#define B_ROW(row) row_of(b_columns, row)
#else
#define B_ROW(row) load_b(first.y + row * b_step)
#endif
  [unroll] for (row = 0; row < SIDE; ++row) {
    Vector result;
    const uint unfinished = fast_vector(A_ROW(row), B_ROW(row), result);
    if (unfinished == 0)
      store_out(first.z + row * out_step, result);
    else
      store_finished_words(first.z + row * out_step, result, unfinished);
    pending |= unfinished << (row * WORDS);
  }
#else
  uint pending = 0xffffffffu >> (32 - SIDE * WORDS);
#endif

  // One copy of the full algorithm serves all. In place this is safe: a pending word has not been written.
  [loop] while (pending != 0) {
    const uint bit = firstbitlow(pending);
    pending &= pending - 1;
    const uint at = bit / WORDS;
    const uint word = bit % WORDS;
    words_out[by_rows(first.z, out_step, at, word)] =
        modulus_word(word_a(first.x, at, word), word_b(first.y, at, word));
  }
}

#if WAVE_LANES > 0
[WaveSize(WAVE_LANES)]
#endif
[numthreads(THREADS, 1, 1)]
void main(uint3 group_id : SV_GroupID, uint lane : SV_GroupIndex) {
  const uint group = linear_group(group_id);
  if (group >= groups) return;
  // The group's tile in every dimension, the first of which changes fastest.
  uint tile[TILE_DIMENSIONS];
  uint rest = group;
  [unroll] for (uint i = 0; i < TILE_DIMENSIONS; ++i) {
    const uint next = divide(rest, tiles[i / 4][i % 4], asfloat(inverses[i / 4][i % 4]));
    tile[i] = rest - next * tiles[i / 4][i % 4];
    rest = next;
  }
  const uint across = tile[0] * THREADS_ACROSS + lane % THREADS_ACROSS;
  const uint down = tile[1] * (THREADS_DOWN * PER_THREAD) + lane / THREADS_ACROSS;
  if (across >= dimensions[0].x) return;
  uint3 first = across * dimensions[0].yzw + down * dimensions[1].yzw;
  [unroll] for (uint j = 2; j < TILE_DIMENSIONS; ++j) first += tile[j] * dimensions[j].yzw;
  [loop] for (uint k = 0; k < PER_THREAD * THREADS_DOWN; k += THREADS_DOWN)
    if (down + k < dimensions[1].x) compute_square(first + k * dimensions[1].yzw);
}
