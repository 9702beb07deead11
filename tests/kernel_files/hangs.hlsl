// Never ends.
// modlab: op floor
// modlab: dtype f32
// modlab: threads 64
// modlab: elements 1

#include "parts/tensors.hlsli"

[numthreads(64, 1, 1)]
void main(uint3 group_id : SV_GroupID, uint lane : SV_GroupIndex) {
  const uint i = linear_group(group_id) * 64 + lane;
  uint x = i;
  // Mesa's software driver ends a loop after some 65,000 steps, so each of them takes long.
  [loop] while (element_count != 0) {
    [unroll] for (uint step = 0; step < 64; ++step) x = x * 1664525 + 1013904223 + a[x % word_count];
  }
  result[i] = x;
}
