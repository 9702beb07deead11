// Which vectors a thread computes. The constants are modlab::KernelConstants of kernels/plan.h.

cbuffer Constants : register(b0) {
  uint vectors;
  uint tail_words;
  uint groups;
  uint grid_width;
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
