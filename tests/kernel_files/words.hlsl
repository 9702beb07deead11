// Word by word, with two axes: a user's kernel in few lines, which tests change.
// modlab: op truncate
// modlab: dtype f32
// modlab: axis THREADS = 64, 128, 256
// modlab: axis UNROLL = 1, 2, 4
// modlab: constraint THREADS * UNROLL <= 512
// modlab: threads THREADS
// modlab: elements UNROLL * 4 / ELEMENT_BYTES

#include "modlab.hlsli"

StructuredBuffer<uint> a : register(A_REGISTER);
StructuredBuffer<uint> b : register(B_REGISTER);
RWStructuredBuffer<uint> result : register(OUT_REGISTER);

uint modulus(uint x, uint y) { return modulus_word(x, y); }

[numthreads(THREADS, 1, 1)]
void main(uint3 group_id : SV_GroupID, uint lane : SV_GroupIndex) {
  const uint first = linear_group(group_id) * UNROLL * THREADS + lane;
  [loop] for (uint i = 0; i < UNROLL; ++i) {
    const uint word = first + i * THREADS;
    if (word >= word_count) return;
    uint value = modulus(a[word], b[word]);
    if (word == word_count - 1) value = (value & last_word_mask) | (result[word] & ~last_word_mask);
    result[word] = value;
  }
}
