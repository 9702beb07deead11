// The vectors of each thread. The constants are those of kernels/modulus/plan.cpp, in the same order.

cbuffer Constants : register(b0) {
  uint vectors;  // whole vectors in this slice
#if LOOP == LOOP_TILE || LOOP == LOOP_STAGED
  uint tiles_across;  // groups from left to right
  uint tiles_down;    // ... from top to bottom
#else
  uint tail_words;  // 32-bit words after the last whole vector
#if LOOP == LOOP_ROWS
  uint period;  // vectors from one of a thread's to the next, where they have the same divisors
#else
  uint tail_mask;  // the bytes of the last of these words that belong to the tensor
#endif
#endif
  uint groups;  // groups with work; the grid may hold a few more
  uint grid_width;  // groups in the grid's first dimension
#if DIVISOR == DIVISOR_KNOWN
  uint b_value;         // the single divisor, sign- or zero-extended to 32 bits
  uint b_multiplier;    // about 1 / |b_value|; kernels/modulus/divisor.h describes this and the next three
  uint b_first_shift;
  uint b_second_shift;
  uint b_mask;
#endif
#ifdef TILE_DIMENSIONS
#if LOOP == LOOP_TILE
  // From one row to the next, or, in an operand stored by columns, from one column to the next; in vectors.
  uint a_step;
  uint b_step;
  uint out_step;
#endif
  // Squares across, then down, then the other dimensions: how many, and the strides of A, B and Out in vectors. With
  // LOOP_STAGED columns, rows and the others, in elements.
  uint4 dimensions[TILE_DIMENSIONS];
  uint4 inverses[(TILE_DIMENSIONS + 3) / 4];  // 1 / tiles_across, 1 / tiles_down, and 1 / the size of the others
#endif
#ifdef RANK
  uint a_first;                    // the slice's first element within its view of A
  uint b_first;                    // ... of B
  uint out_first;                  // ... of Out
  uint4 dimensions[RANK];          // size, strides of A and B in elements, and of the walk over Out; the largest first
  uint4 inverses[(RANK + 3) / 4];  // 1 / the walk's stride of each, as float
  uint4 skips[(RANK + 3) / 4];     // words of Out, or vectors with LOOP_ROWS, that a step of the walk skips
#endif
};

// Grids wider than one dimension allows are folded into two.
uint linear_group(uint3 group_id) { return group_id.y * grid_width + group_id.x; }

uint vector_index(uint group, uint lane, uint i) {
#if LOOP == LOOP_GRID
  return (i * groups + group) * THREADS + lane;
#else
  return (group * PER_THREAD + i) * THREADS + lane;
#endif
}
