// Is fast, and wrong where the quotient is large.
// modlab: op floor
// modlab: dtype f32
// modlab: threads 64
// modlab: elements 1

#include "parts/tensors.hlsli"

[numthreads(64, 1, 1)]
void main(uint3 group_id : SV_GroupID, uint lane : SV_GroupIndex) {
  const uint i = linear_group(group_id) * 64 + lane;
  if (i < word_count) result[i] = asuint(asfloat(a[i]) - asfloat(b[i]) * floor(asfloat(a[i]) / asfloat(b[i])));
}
