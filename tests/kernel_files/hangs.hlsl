// Never ends.
// modlab: op floor
// modlab: dtype f32
// modlab: threads 64
// modlab: elements 1

#include "modlab.hlsli"

StructuredBuffer<uint> a : register(A_REGISTER);
StructuredBuffer<uint> b : register(B_REGISTER);
RWStructuredBuffer<uint> result : register(OUT_REGISTER);

[numthreads(64, 1, 1)]
void main(uint3 group_id : SV_GroupID, uint lane : SV_GroupIndex) {
  const uint i = linear_group(group_id) * 64 + lane;
  uint x = i;
  [loop] while (element_count != 0) x = x * 1664525 + 1013904223 + a[x % word_count];
  result[i] = x;
}
