// Element-wise modulus over tensors of which an operand is stored by columns of Out: where Out's neighbours in a row are far
// apart. A thread loads vectors of as many columns as one word of Out has elements, and turns them into one word for each of
// the rows that a vector holds. A group's threads lie side by side and below each other, so that rows and columns are both
// read in long pieces; its PER_THREAD tiles lie below each other.
//
// Defines: TILE_DIMENSIONS, how many are counted; THREADS_ACROSS, those of a group that lie side by side; COLUMN_WORDS, 1, 2
// or 4, the words of a vector; A_BY_COLUMNS and B_BY_COLUMNS, 0 or 1; and of those modulus.hlsl documents PER_THREAD,
// THREADS, PLACEMENT, DIVISOR (always DIVISOR_TENSOR), ROUNDING, ELEMENT, ALGORITHM, PRECISE, NATIVE16, PACKED8 and
// WAVE_LANES.

#include "constants.hlsli"
#include "indexing.hlsli"
#include "words.hlsli"
#include "divide.hlsli"

#define WORDS 1
typedef uint Vector;
#include "element.hlsli"

#define THREADS_DOWN (THREADS / THREADS_ACROSS)
#define ROWS (COLUMN_WORDS * ELEMENTS_A_WORD)

#if COLUMN_WORDS == 1
typedef uint Column;
#define COLUMN_WORD(column, i) (column)
#elif COLUMN_WORDS == 2
typedef uint2 Column;
#define COLUMN_WORD(column, i) ((i) == 0 ? (column).x : (column).y)
#else
typedef uint4 Column;
#define COLUMN_WORD(column, i) \
  ((i) == 0 ? (column).x : (i) == 1 ? (column).y : (i) == 2 ? (column).z : (column).w)
#endif

// Behind the views of words.
#if PLACEMENT != PLACEMENT_OUT
StructuredBuffer<Column> columns : register(t1);
#define columns_a columns
#define columns_b columns
#elif A_BY_COLUMNS
StructuredBuffer<Column> columns_a : register(t2);
#if B_BY_COLUMNS
StructuredBuffer<Column> columns_b : register(t3);
#endif
#else
StructuredBuffer<Column> columns_b : register(t2);
#endif

// One row's word of an operand, element by element where it is stored by columns. For words that are few.
uint word_a(uint at, uint row) {
#if A_BY_COLUMNS
  uint word = 0;
  [loop] for (uint i = 0; i < ELEMENTS_A_WORD; ++i) {
    const uint place = (at + i * a_step) * COLUMN_WORDS + row / ELEMENTS_A_WORD;
    word |= element_at(words_a[place], row) << (i * ELEMENT_BITS);
  }
  return word;
#else
  return words_a[at + row * a_step];
#endif
}

uint word_b(uint at, uint row) {
#if B_BY_COLUMNS
  uint word = 0;
  [loop] for (uint i = 0; i < ELEMENTS_A_WORD; ++i) {
    const uint place = (at + i * b_step) * COLUMN_WORDS + row / ELEMENTS_A_WORD;
    word |= element_at(words_b[place], row) << (i * ELEMENT_BITS);
  }
  return word;
#else
  return words_b[at + row * b_step];
#endif
}

// Computes one vector of rows, from these places on in A, B and Out.
void compute_rows(uint3 at) {
  uint pending = (1u << ROWS) - 1u;  // rows that are left to modulus_word

#if HAS_FAST_PATH
  uint a[ROWS];
  uint b[ROWS];
  uint i;
  uint row;
#if A_BY_COLUMNS
  [unroll] for (row = 0; row < ROWS; ++row) a[row] = 0;
  [unroll] for (i = 0; i < ELEMENTS_A_WORD; ++i) {
    const Column column = columns_a[at.x + i * a_step];
    [unroll] for (row = 0; row < ROWS; ++row)
      a[row] |= element_at(COLUMN_WORD(column, row / ELEMENTS_A_WORD), row) << (i * ELEMENT_BITS);
  }
#else
  [unroll] for (row = 0; row < ROWS; ++row) a[row] = words_a[at.x + row * a_step];
#endif
#if B_BY_COLUMNS
  [unroll] for (row = 0; row < ROWS; ++row) b[row] = 0;
  [unroll] for (i = 0; i < ELEMENTS_A_WORD; ++i) {
    const Column column = columns_b[at.y + i * b_step];
    [unroll] for (row = 0; row < ROWS; ++row)
      b[row] |= element_at(COLUMN_WORD(column, row / ELEMENTS_A_WORD), row) << (i * ELEMENT_BITS);
  }
#else
  [unroll] for (row = 0; row < ROWS; ++row) b[row] = words_b[at.y + row * b_step];
#endif
  [unroll] for (row = 0; row < ROWS; ++row) {
    uint result;
    if (fast_vector(a[row], b[row], result) == 0u) {
      words_out[at.z + row * out_step] = result;
      pending &= ~(1u << row);
    }
  }
#endif

  // One copy of the full algorithm serves all. In place this is safe: a word that is pending has not been written.
  [loop] while (pending != 0) {
    const uint left = firstbitlow(pending);
    pending &= pending - 1;
    words_out[at.z + left * out_step] = modulus_word(word_a(at.x, left), word_b(at.y, left));
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
  const uint word = tile[0] * THREADS_ACROSS + lane % THREADS_ACROSS;
  if (word >= dimensions[0].x) return;
  const uint vector_row = tile[1] * (THREADS_DOWN * PER_THREAD) + lane / THREADS_ACROSS;
  uint3 at = word * dimensions[0].yzw + vector_row * dimensions[1].yzw;
  [unroll] for (uint j = 2; j < TILE_DIMENSIONS; ++j) at += tile[j] * dimensions[j].yzw;
  [loop] for (uint k = 0; k < PER_THREAD * THREADS_DOWN; k += THREADS_DOWN)
    if (vector_row + k < dimensions[1].x) compute_rows(at + k * dimensions[1].yzw);
}
