// A kernel of your own. Lines that begin with "modlab:" say what it computes and what can be tuned; explained in
// @manual@. Try
//     modlab kernel try @file@ --watch                 a verdict whenever you save
//     modlab verify --kernel @file@ --only-kernel
//     modlab tune --kernel @file@
//
// modlab: op @op@
// modlab: dtype @dtype@
// modlab: layout packed
// modlab: placement out
// modlab: accuracy exact
//
// The choices to tune. Each is a define here; elements and threads tell the host how large a grid it needs.
// modlab: axis LOAD_BYTES = 16, 8, 4
// modlab: axis PER_THREAD = 1, 2, 4
// modlab: axis THREADS = 128, 256
// modlab: constraint LOAD_BYTES * PER_THREAD >= 16
// modlab: view typed LOAD_BYTES
// modlab: threads THREADS
// modlab: elements PER_THREAD * LOAD_BYTES / ELEMENT_BYTES

// What modlab.hlsli computes by; an axis could try several. Others for @dtype@ (@numerics@):
// @others@.
#define ALGORITHM @ALGORITHM@
#include "modlab.hlsli"  // Vector, WORDS, modulus_word, linear_group, and constants such as word_count

// The tensors as vectors of LOAD_BYTES, and as the 32-bit words that these consist of.
Buffer<Vector> a : register(A_REGISTER);
Buffer<Vector> b : register(B_REGISTER);
RWBuffer<Vector> result : register(OUT_REGISTER);
StructuredBuffer<uint> words_a : register(A_WORDS_REGISTER);
StructuredBuffer<uint> words_b : register(B_WORDS_REGISTER);
RWStructuredBuffer<uint> words_result : register(OUT_WORDS_REGISTER);

// What follows the tensor in its last word is not ours to change.
void store_word(uint word, uint value) {
  if (word == word_count - 1) value = (value & last_word_mask) | (words_result[word] & ~last_word_mask);
  words_result[word] = value;
}

// Here is the place for your arithmetic. ROUNDING is ROUNDING_FLOOR or ROUNDING_TRUNCATE, ELEMENT is @ELEMENT@.
// @elements@
uint modulus(uint x, uint y) { return modulus_word(x, y); }
