// Element-wise modulus over tensors with an operand stored by columns of Out, where neighbours in a row of Out are far
// apart. A thread computes squares of SIDE rows and columns, one vector per row: it loads the columns as vectors and
// transposes them in registers to rows, like those of any other operand. The threads of a group form a rectangle, so
// that rows and columns are both read in long runs, or several behind each other where a matrix is smaller than that.
//
// Defines: TILE_DIMENSIONS, the number of dimensions; THREADS_ACROSS and THREADS_DOWN, the rectangle; SQUARES_DOWN, how
// many of a thread's PER_THREAD squares lie below each other, while the others lie behind; A_BY_COLUMNS and
// B_BY_COLUMNS, 0 or 1; and those that modulus.hlsl documents, with DIVISOR always DIVISOR_TENSOR.

#include "constants.hlsli"
#include "indexing.hlsli"
#include "divide.hlsli"
#include "access.hlsli"
#include "element.hlsli"
#include "finish.hlsli"

static const uint kByColumns[] = {A_BY_COLUMNS, B_BY_COLUMNS};  // neither may be missing, as in constants.hlsli

#define SIDE (WORDS * ELEMENTS_PER_WORD)
#if SIDE < 8
#define ROWS_AT_ONCE SIDE
#else
#define ROWS_AT_ONCE 8
#endif
#define THREADS_BEHIND (THREADS / (THREADS_ACROSS * THREADS_DOWN))
#define SQUARES_BEHIND (PER_THREAD / SQUARES_DOWN)

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
  uint pending = 0;  // words left to modulus_word, one bit each: squares with more than 32 have no unfinished ones
  uint i;
  // Of an operand stored by columns all must be loaded first; of the other, no more rows than registers hold.
#if A_BY_COLUMNS
  Vector a[SIDE];
  [unroll] for (i = 0; i < SIDE; ++i) a[i] = load_a(first.x + i * a_step);
#define A_ROW(row) row_of(a, row)
#else
  Vector a[ROWS_AT_ONCE];
#define A_ROW(row) a[i]
#endif
#if B_BY_COLUMNS
  Vector b[SIDE];
  [unroll] for (i = 0; i < SIDE; ++i) b[i] = load_b(first.y + i * b_step);
#define B_ROW(row) row_of(b, row)
#else
  Vector b[ROWS_AT_ONCE];
#define B_ROW(row) b[i]
#endif
  [unroll] for (uint begin = 0; begin < SIDE; begin += ROWS_AT_ONCE) {
    // In place, no load after the first store could be moved before it.
    [unroll] for (i = 0; i < ROWS_AT_ONCE; ++i) {
#if !A_BY_COLUMNS
      a[i] = load_a(first.x + (begin + i) * a_step);
#endif
#if !B_BY_COLUMNS
      b[i] = load_b(first.y + (begin + i) * b_step);
#endif
    }
    [unroll] for (i = 0; i < ROWS_AT_ONCE; ++i) {
      const uint row = begin + i;
      pending |= finish(first.z + row * out_step, A_ROW(row), B_ROW(row)) << (row * WORDS % 32);
    }
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
  const uint above = divide(group, tiles_across, asfloat(inverses[0].x));
  const uint before = divide(above, tiles_down, asfloat(inverses[0].y));
  const uint across = (group - above * tiles_across) * THREADS_ACROSS + lane % THREADS_ACROSS;
  const uint down =
      (above - before * tiles_down) * (THREADS_DOWN * SQUARES_DOWN) + lane / THREADS_ACROSS % THREADS_DOWN;
  const uint behind = before * (THREADS_BEHIND * SQUARES_BEHIND) + lane / (THREADS_ACROSS * THREADS_DOWN);
  if (across >= dimensions[0].x) return;
  [loop] for (uint i = 0; i < PER_THREAD; ++i) {
    const uint row = down + i % SQUARES_DOWN * THREADS_DOWN;
    uint3 first = across * dimensions[0].yzw + row * dimensions[1].yzw;
    // The other dimensions, the first of which changes fastest. The last one holds the rest.
    uint rest = behind + i / SQUARES_DOWN * THREADS_BEHIND;
    [unroll] for (uint j = 2; j + 1 < TILE_DIMENSIONS; ++j) {
      const uint next = divide(rest, dimensions[j].x, asfloat(inverses[j / 4][j % 4]));
      first += (rest - next * dimensions[j].x) * dimensions[j].yzw;
      rest = next;
    }
#if TILE_DIMENSIONS > 2
    const bool inside = rest < dimensions[TILE_DIMENSIONS - 1].x;
    first += rest * dimensions[TILE_DIMENSIONS - 1].yzw;
#else
    const bool inside = rest == 0;
#endif
    if (inside && row < dimensions[1].x) compute_square(first);
  }
}
