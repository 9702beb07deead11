// What a user's kernel file may build on; docs/own-kernels.md is its contract. After including this it has
//   the constants below
//   Vector, WORDS                LOAD_BYTES (4 unless defined) as one, two or four 32-bit words
//   modulus_word(a, b)           the operator on the elements of a word, by ALGORITHM (EXACT_ALGORITHM unless defined)
//   fast_vector(a, b, r)         likewise on vectors where HAS_FAST_PATH is 1: bits of r's words that it leaves unfinished
//   modulus_vector(a, b)         ... and where HAS_FAST_PATH is 0 or undefined
//   linear_group(id)             the group's number, whatever the shape of the grid

#define ACCESS ACCESS_STRUCTURED
#define LOOP LOOP_GROUP
#define DIVISOR DIVISOR_TENSOR
#define PRECISE 0
#define STREAMED 0
#ifndef LOAD_BYTES
#define LOAD_BYTES 4
#endif
#ifndef ALGORITHM
#define ALGORITHM EXACT_ALGORITHM
#endif
#define STORAGE_PACKED 1
#define STORAGE_BROADCAST_B 2
#define STORAGE_STRIDED 3
#if STORAGE < STORAGE_PACKED || STORAGE > STORAGE_STRIDED
#error "STORAGE is none of its values"
#endif

#include "constants.hlsli"

// Those of kernels/modulus/plan_own.cpp, in the same order.
cbuffer Constants : register(b0) {
  uint element_count;   // elements of Out that this dispatch computes
  uint word_count;      // 32-bit words that hold them; of strided tensors, those of Out's storage
  uint last_word_mask;  // the bytes of the last of these words that belong to the tensor
  uint group_count;     // groups with work; the grid may hold a few more
  uint grid_width;      // groups in the grid's first dimension
#if STORAGE == STORAGE_STRIDED
  uint rank;            // 1 to 8, after dimensions that continue each other were merged
  uint4 dimensions[8];  // size and strides of A, B and Out in elements; the outermost first
#endif
};

// Grids wider than one dimension allows are folded into two.
uint linear_group(uint3 group_id) { return group_id.y * grid_width + group_id.x; }

#include "word_elements.hlsli"
#include "vector.hlsli"
#include "element.hlsli"
