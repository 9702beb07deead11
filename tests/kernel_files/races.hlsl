// Two threads write to one word, each its own element and what it last saw of the other.
// modlab: op floor
// modlab: dtype u16
// modlab: threads 64
// modlab: elements 1

#include "parts/tensors.hlsli"

[numthreads(64, 1, 1)]
void main(uint3 group_id : SV_GroupID, uint lane : SV_GroupIndex) {
  const uint i = linear_group(group_id) * 64 + lane;
  if (i >= element_count) return;
  const uint shift = i % 2 * 16;
  const uint value = (modulus_word(a[i / 2], b[i / 2]) >> shift) & 0xffffu;
  result[i / 2] = (result[i / 2] & ~(0xffffu << shift)) | value << shift;
}
