// Is right only for one of its operators.
// modlab: op floor, truncate
// modlab: dtype f32
// modlab: threads 64
// modlab: elements 1

#include "parts/tensors.hlsli"

[numthreads(64, 1, 1)]
void main(uint3 group_id : SV_GroupID, uint lane : SV_GroupIndex) {
  const uint i = linear_group(group_id) * 64 + lane;
  if (i < word_count) result[i] = ROUNDING == ROUNDING_FLOOR ? a[i] : modulus_word(a[i], b[i]);
}
