// Every type and operator through raw views, with an include of its own folder.
// modlab: op all
// modlab: dtype all
// modlab: axis WORDS_EACH = 1, 4
// modlab: view raw
// modlab: threads 64
// modlab: elements WORDS_EACH * 4 / ELEMENT_BYTES

#include "modlab.hlsli"
#include "parts/bounds.hlsli"

ByteAddressBuffer a : register(A_REGISTER);
ByteAddressBuffer b : register(B_REGISTER);
RWByteAddressBuffer result : register(OUT_REGISTER);
RWStructuredBuffer<uint> words : register(OUT_WORDS_REGISTER);

[numthreads(64, 1, 1)]
void main(uint3 group_id : SV_GroupID, uint lane : SV_GroupIndex) {
  const uint first = linear_group(group_id) * WORDS_EACH * 64 + lane;
  [loop] for (uint i = 0; i < WORDS_EACH; ++i) {
    const uint word = first + i * 64;
    if (!is_in_tensor(word)) return;
    uint value = modulus_word(a.Load(word * 4), b.Load(word * 4));
    if (word == word_count - 1) value = (value & last_word_mask) | (words[word] & ~last_word_mask);
    result.Store(word * 4, value);
  }
}
