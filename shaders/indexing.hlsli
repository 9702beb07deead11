// Which vectors a thread computes. The constants are those of kernels/plan.cpp, in the same order.

cbuffer Constants : register(b0) {
  uint vectors;     // whole vectors in this slice
  uint tail_words;  // 32-bit words after the last whole vector
  uint tail_mask;   // the bytes of the last of these that belong to the tensor
  uint groups;      // groups with work; the grid may hold a few more
  uint grid_width;  // groups in the grid's first dimension
#ifdef RANK
  uint4 dimensions[RANK];            // size, and the strides of A, B and Out in elements; Out's largest stride first
  uint4 inverses[(RANK + 3) / 4];    // 1 / Out's stride of each, as float
#endif
};

// Grids wider than one dimension allows are folded into two.
uint linear_group(uint3 group_id) { return group_id.y * grid_width + group_id.x; }

uint vector_index(uint group, uint lane, uint i) {
#if LOOP == LOOP_GROUP
  return (group * PER_THREAD + i) * THREADS + lane;
#else
  return (i * groups + group) * THREADS + lane;
#endif
}
