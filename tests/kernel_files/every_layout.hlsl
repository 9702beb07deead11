// Serves every layout and placement of 32-bit elements, one element a thread.
// modlab: op all
// modlab: dtype f32, i32, u32
// modlab: layout all
// modlab: placement all
// modlab: axis THREADS = 32, 96
// modlab: threads THREADS
// modlab: elements 1

#include "modlab.hlsli"

RWStructuredBuffer<uint> result : register(OUT_REGISTER);
#if PLACEMENT == PLACEMENT_IN_A
#define a result
#else
StructuredBuffer<uint> a : register(A_REGISTER);
#endif
#if PLACEMENT == PLACEMENT_IN_B
#define b result
#else
StructuredBuffer<uint> b : register(B_REGISTER);
#endif

[numthreads(THREADS, 1, 1)]
void main(uint3 group_id : SV_GroupID, uint lane : SV_GroupIndex) {
  const uint i = linear_group(group_id) * THREADS + lane;
  if (i >= element_count) return;
#if STORAGE == STORAGE_PACKED
  result[i] = modulus_word(a[i], b[i]);
#elif STORAGE == STORAGE_BROADCAST_B
  result[i] = modulus_word(a[i], b[0]);
#else
  uint rest = i;
  uint at_a = 0;
  uint at_b = 0;
  uint at_out = 0;
  [loop] for (uint d = rank; d-- > 0;) {
    const uint index = rest % dimensions[d].x;
    rest /= dimensions[d].x;
    at_a += index * dimensions[d].y;
    at_b += index * dimensions[d].z;
    at_out += index * dimensions[d].w;
  }
  result[at_out] = modulus_word(a[at_a], b[at_b]);
#endif
}
