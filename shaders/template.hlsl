// A kernel of your own. Each line "modlab:" below says what it computes and what can be tuned; docs/own-kernels.md
// explains them all. Try
//     modlab kernel try @file@ --watch                 a verdict whenever you save
//     modlab verify --op @op@ --dtype @dtype@ --kernel @file@ --only-kernel
//     modlab tune --op @op@ --dtype @dtype@ --kernel @file@
//
// modlab: op @op@
// modlab: dtype @dtype@
// modlab: layout packed
// modlab: placement out
// modlab: accuracy exact
//
// The choices to tune. Each is a define here; elements and threads tell the host how large a grid it needs.
// modlab: axis THREADS = 64, 128, 256
// modlab: axis UNROLL = 1, 2, 4
// modlab: constraint THREADS * UNROLL <= 512
// modlab: threads THREADS
// modlab: elements UNROLL * 4 / ELEMENT_BYTES
// modlab: view structured 4

#include "modlab.hlsli"  // modulus_word, linear_group, and constants such as word_count

// The tensors as 32-bit words: one element each, or two of 16 bits, or four of 8.
StructuredBuffer<uint> a : register(A_REGISTER);
StructuredBuffer<uint> b : register(B_REGISTER);
RWStructuredBuffer<uint> result : register(OUT_REGISTER);

// Here is the place for your arithmetic. ROUNDING is ROUNDING_FLOOR or ROUNDING_TRUNCATE, ELEMENT is @ELEMENT@.
uint modulus(uint x, uint y) { return modulus_word(x, y); }

[numthreads(THREADS, 1, 1)]
void main(uint3 group_id : SV_GroupID, uint lane : SV_GroupIndex) {
  const uint first = linear_group(group_id) * UNROLL * THREADS + lane;
  [loop] for (uint i = 0; i < UNROLL; ++i) {  // [unroll] would compile a copy of the arithmetic for each
    const uint word = first + i * THREADS;
    if (word >= word_count) return;
    uint value = modulus(a[word], b[word]);
    // What follows the tensor in its last word is not ours to change.
    if (word == word_count - 1) value = (value & last_word_mask) | (result[word] & ~last_word_mask);
    result[word] = value;
  }
}
