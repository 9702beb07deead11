// Element-wise modulus over tensors with an operand stored by columns of Out, of any sizes and strides. A group loads
// its tile of such an operand along the columns into group memory and takes it from there along the rows of Out, so that
// memory is read and written in long runs.
//
// Every row of Out has vectors of its own, aligned in Out's storage. Those at its ends hold elements of it in part, and
// rows beside it may have a word in common with it.
//
// Defines: TILE_DIMENSIONS, the number of dimensions; VECTORS_ACROSS and ROWS_DOWN, a group's tile of one matrix, and
// LAYERS, how many of these it has, one behind the other; A_STORED and B_STORED; WHOLE_ROWS, 1 where every row of Out
// consists of whole vectors; and those that modulus.hlsl documents, with DIVISOR always DIVISOR_TENSOR.

#include "constants.hlsli"
#include "indexing.hlsli"
#include "divide.hlsli"
#include "access.hlsli"
#include "element.hlsli"
#include "finish.hlsli"
#include "runs.hlsli"

#define STORED_SAME 1     // like Out
#define STORED_COLUMNS 2  // contiguous along the rows' dimension, so that it is staged, and its columns are whole vectors
#define STORED_SHIFTED 3  // likewise, but its columns begin and end anywhere
#define STORED_ANYHOW 4   // gathered
#if A_STORED < STORED_SAME || A_STORED > STORED_ANYHOW || B_STORED < STORED_SAME || B_STORED > STORED_ANYHOW
#error "A_STORED or B_STORED is none of its values"
#endif
#if A_STORED == STORED_COLUMNS || A_STORED == STORED_SHIFTED
#define A_STAGED 1
#else
#define A_STAGED 0
#endif
#if B_STORED == STORED_COLUMNS || B_STORED == STORED_SHIFTED
#define B_STAGED 1
#else
#define B_STAGED 0
#endif

#define COLUMNS dimensions[0].x
#define ROWS dimensions[1].x

// A row's first vector may begin before the row.
#define STAGED_COLUMNS (VECTORS_ACROSS * VECTOR_ELEMENTS + (1 - WHOLE_ROWS) * VECTOR_ELEMENTS)
#define COLUMN_WORDS (ROWS_DOWN / ELEMENTS_PER_WORD)
#define COLUMN_VECTORS (ROWS_DOWN / VECTOR_ELEMENTS)
// Odd, so that threads that take words of different columns at once find them in different banks.
#define COLUMN_PITCH (COLUMN_WORDS + 1)
#define STAGED_WORDS (LAYERS * STAGED_COLUMNS * COLUMN_PITCH)
#define STAGED_PER_THREAD ((LAYERS * STAGED_COLUMNS * COLUMN_VECTORS + THREADS - 1) / THREADS)
// The rows that a thread computes at a time: those that share words of group memory, where they begin alike.
#if WHOLE_ROWS && PER_THREAD >= ELEMENTS_PER_WORD
#define ROWS_AT_ONCE ELEMENTS_PER_WORD
#else
#define ROWS_AT_ONCE 1
#endif
#define LANES_ACROSS (8 / ELEMENTS_PER_WORD < VECTORS_ACROSS ? 8 / ELEMENTS_PER_WORD : VECTORS_ACROSS)

groupshared uint staged[(A_STAGED + B_STAGED) * STAGED_WORDS];

// A group's first column, row and layer.
struct Tile {
  uint column;
  uint row;
  uint layer;
};

Tile tile_of(uint group) {
  const uint above = divide(group, tiles_across, asfloat(inverses[0].x));
  const uint before = divide(above, tiles_down, asfloat(inverses[0].y));
  Tile tile;
  tile.column = (group - above * tiles_across) * (VECTORS_ACROSS * VECTOR_ELEMENTS);
  tile.row = (above - before * tiles_down) * ROWS_DOWN;
  tile.layer = before * LAYERS;
  return tile;
}

// The first element of a layer in A, B and Out; false where there is none. The first of the other dimensions changes
// fastest, and the last one holds the rest.
bool find_layer(uint layer, out uint3 first) {
  first = 0;
  uint rest = layer;
  [unroll] for (uint j = 2; j + 1 < TILE_DIMENSIONS; ++j) {
    const uint next = divide(rest, dimensions[j].x, asfloat(inverses[j / 4][j % 4]));
    first += (rest - next * dimensions[j].x) * dimensions[j].yzw;
    rest = next;
  }
#if TILE_DIMENSIONS > 2
  first += rest * dimensions[TILE_DIMENSIONS - 1].yzw;
  return rest < dimensions[TILE_DIMENSIONS - 1].x;
#else
  return rest == 0;
#endif
}

// A vector of Out.
struct Target {
  bool inside;
  uint at;            // in Out's storage
  int column;         // of its first element, which may lie before the row
  uint3 row;          // the row's first elements in A, B and Out
  uint staged;        // the word of group memory with the first element
  uint to_top;        // a factor that brings the row's element of such a word to its highest bits
};

// A thread's i-th vector. Neighbouring threads have neighbouring vectors, as many as have words in different banks, and
// then neighbouring rows. Differences and products stand for bit fields and shifts, of which a libvkd3d of Wine's gets
// vectors wrong, as Microsoft's compiler makes them.
Target target_of(Tile tile, uint lane, uint i) {
  const uint place = i / ROWS_AT_ONCE * THREADS + lane;
  const uint below = place / LANES_ACROSS;
  const uint behind = below / (ROWS_DOWN / ROWS_AT_ONCE);
  const uint rows = below - behind * (ROWS_DOWN / ROWS_AT_ONCE);
  const uint down = rows * ROWS_AT_ONCE + i % ROWS_AT_ONCE;
  const uint layer = LAYERS == 1 ? 0 : behind / (VECTORS_ACROSS / LANES_ACROSS);
  const uint across = (behind - layer * (VECTORS_ACROSS / LANES_ACROSS)) * LANES_ACROSS + place % LANES_ACROSS;
  uint3 first;
  Target target;
  target.inside = find_layer(tile.layer + layer, first);
  target.row = first + (tile.row + down) * dimensions[1].yzw;
  const uint before = WHOLE_ROWS ? 0 : target.row.z % VECTOR_ELEMENTS;
  target.column = int(tile.column + across * VECTOR_ELEMENTS) - int(before);
  target.inside = target.inside && tile.row + down < ROWS && target.column < int(COLUMNS);
  target.at = uint(int(target.row.z) + target.column) / VECTOR_ELEMENTS;
  const uint staged_column = across * VECTOR_ELEMENTS + (WHOLE_ROWS ? 0 : VECTOR_ELEMENTS - before);
  const uint staged_row = ROWS_AT_ONCE == 1 ? down / ELEMENTS_PER_WORD : rows;
  target.staged = (layer * STAGED_COLUMNS + staged_column) * COLUMN_PITCH + staged_row;
  const uint above = ELEMENTS_PER_WORD - 1 - (ROWS_AT_ONCE == 1 ? down : i) % ELEMENTS_PER_WORD;
  target.to_top = 1u << (above * ELEMENT_BITS);
  return target;
}

bool is_full(Target target) {
  return WHOLE_ROWS || (target.column >= 0 && target.column + VECTOR_ELEMENTS <= int(COLUMNS));
}

// The bytes of word w of a vector that hold elements of its row.
uint bytes_of(Target target, uint w) {
  const uint begin = uint(max(0, -target.column));
  const uint end = uint(min(VECTOR_ELEMENTS, int(COLUMNS) - target.column));
  return is_full(target) ? 0xffffffffu : bytes_before(end, w) & ~bytes_before(begin, w);
}

// Stores these bytes of a word, of which threads of other rows may store others at the same time.
void merge_bytes(uint word, uint value, uint mask) {
  if (mask == 0xffffffffu)
    words_out[word] = value;
  else
    InterlockedXor(words_out[word], (words_out[word] ^ value) & mask);
}

// An operand is a constant below, so that compilers keep one branch of those that ask for it.
#define A 0
#define B 1

uint stored(uint operand) { return operand == A ? A_STORED : B_STORED; }
uint staged_first(uint operand) { return operand == B && A_STAGED ? STAGED_WORDS : 0; }
uint offset_in(uint operand, uint3 offsets) { return operand == A ? offsets.x : offsets.y; }

uint load_word(uint operand, uint i) {
  uint word;
  if (operand == A)
    word = words_a[i];
  else
    word = words_b[i];
  return word;
}

Vector load_vector(uint operand, uint i) {
  Vector loaded;
  if (operand == A)
    loaded = load_a(i);
  else
    loaded = load_b(i);
  return loaded;
}

// A vector along a column, which begins at this element, from this row on.
Vector load_along_column(uint operand, uint begin, uint row) {
  Vector loaded;
  if (stored(operand) == STORED_COLUMNS) {
    loaded = load_vector(operand, (begin + row) / VECTOR_ELEMENTS);
  } else {
    uint words[WORDS];
    uint low = load_word(operand, word_of_run(begin, ROWS, begin + row));
    [unroll] for (uint w = 0; w < WORDS; ++w) {
      const uint high = load_word(operand, word_of_run(begin, ROWS, begin + row + (w + 1) * ELEMENTS_PER_WORD));
      words[w] = join(low, high, begin + row);
      low = high;
    }
    loaded = MAKE_VECTOR(words);
  }
  return loaded;
}

// Brings the group's tile of an operand into group memory.
void stage(uint operand, Tile tile, uint lane) {
  [unroll] for (uint i = 0; i < STAGED_PER_THREAD; ++i) {
    const uint place = i * THREADS + lane;
    const uint layer = LAYERS == 1 && WHOLE_ROWS ? 0 : place / COLUMN_VECTORS / STAGED_COLUMNS;
    const uint across = place / COLUMN_VECTORS - layer * STAGED_COLUMNS;
    const uint piece = place % COLUMN_VECTORS;
    const uint row = tile.row + piece * VECTOR_ELEMENTS;
    const uint column = tile.column + across - (WHOLE_ROWS ? 0 : VECTOR_ELEMENTS);  // before the first it wraps
    uint3 first;
    if (find_layer(tile.layer + layer, first) && layer < LAYERS && row < ROWS && column < COLUMNS) {
      const uint begin = offset_in(operand, first + column * dimensions[0].yzw);
      const Vector loaded = load_along_column(operand, begin, row);
      const uint to = staged_first(operand) + (layer * STAGED_COLUMNS + across) * COLUMN_PITCH + piece * WORDS;
      [unroll] for (uint w = 0; w < WORDS; ++w) staged[to + w] = WORD_OF(loaded, w);
    }
  }
}

// One word of a vector of an operand. Elements outside of the row are arbitrary.
uint operand_word(uint operand, Target target, uint w) {
  uint result = 0;
  uint i;
  if (stored(operand) == STORED_SAME) {
    result = load_word(operand, target.at * WORDS + w);
  } else if (stored(operand) == STORED_ANYHOW) {
    [unroll] for (i = 0; i < ELEMENTS_PER_WORD; ++i) {
      const int column = clamp(target.column + int(w * ELEMENTS_PER_WORD + i), 0, int(COLUMNS) - 1);
      const uint offset = offset_in(operand, target.row + uint(column) * dimensions[0].yzw);
      result |= element_at(load_word(operand, offset / ELEMENTS_PER_WORD), offset) << (i * ELEMENT_BITS);
    }
  } else {
    const uint from = staged_first(operand) + target.staged + w * (ELEMENTS_PER_WORD * COLUMN_PITCH);
    [unroll] for (i = 0; i < ELEMENTS_PER_WORD; ++i)
      result |= staged[from + i * COLUMN_PITCH] * target.to_top >> (32 - ELEMENT_BITS) << (i * ELEMENT_BITS);
  }
  return result;
}

#if HAS_FAST_PATH
Vector operand_vector(uint operand, Target target) {
  uint words[WORDS];
  [unroll] for (uint w = 0; w < WORDS; ++w) words[w] = operand_word(operand, target, w);
  return MAKE_VECTOR(words);
}
#endif

#if WAVE_LANES > 0
[WaveSize(WAVE_LANES)]
#endif
[numthreads(THREADS, 1, 1)]
void main(uint3 group_id : SV_GroupID, uint lane : SV_GroupIndex) {
  const Tile tile = tile_of(linear_group(group_id));  // past the last group it has no layer
  uint pending = 0;  // words left to the full algorithm, one bit each: PER_THREAD * WORDS is at most 32
  uint i;
#if HAS_FAST_PATH
  // What needs no staging is on its way meanwhile.
  Vector a[PER_THREAD];
  Vector b[PER_THREAD];
  [unroll] for (i = 0; i < PER_THREAD; ++i) {
    a[i] = 0;
    b[i] = 0;
    const Target target = target_of(tile, lane, i);
    if (target.inside && is_full(target)) {
      if (A_STORED == STORED_SAME) a[i] = load_a(target.at);
      if (B_STORED == STORED_SAME) b[i] = load_b(target.at);
      if (A_STORED == STORED_ANYHOW) a[i] = operand_vector(A, target);
      if (B_STORED == STORED_ANYHOW) b[i] = operand_vector(B, target);
    }
  }
#endif
  if (A_STAGED) stage(A, tile, lane);
  if (B_STAGED) stage(B, tile, lane);
  GroupMemoryBarrierWithGroupSync();
#if HAS_FAST_PATH
  // Rows with words in common are loaded in one branch, where a compiler sees that they are the same. Without any branch
  // the software adapter loads them before the barrier.
  [unroll] for (i = 0; i < PER_THREAD; i += ROWS_AT_ONCE)
    if (target_of(tile, lane, i).inside) {
      [unroll] for (uint row = 0; row < ROWS_AT_ONCE; ++row) {
        const Target target = target_of(tile, lane, i + row);
        if (A_STAGED) a[i + row] = operand_vector(A, target);
        if (B_STAGED) b[i + row] = operand_vector(B, target);
      }
    }
#endif
  [unroll] for (i = 0; i < PER_THREAD; ++i) {
    const Target target = target_of(tile, lane, i);
    uint unfinished = target.inside ? (1u << WORDS) - 1 : 0;
#if HAS_FAST_PATH
    if (target.inside && is_full(target)) unfinished = finish(target.at, a[i], b[i]);
#endif
    pending |= unfinished << (i * WORDS);
  }

  // One copy of the full algorithm serves the unfinished words and the ends of rows. In place this is safe: none of them
  // has been written. FXC refuses an index that it takes for constant and too large, even if nothing is ever pending.
  [loop] while (pending != 0) {
    const uint bit = min(firstbitlow(pending), PER_THREAD * WORDS - 1);
    pending &= pending - 1;
    const Target target = target_of(tile, lane, bit / WORDS);
    const uint w = bit % WORDS;
    const uint mask = bytes_of(target, w);
    if (mask != 0)
      merge_bytes(target.at * WORDS + w, modulus_word(operand_word(A, target, w), operand_word(B, target, w)), mask);
  }
}
