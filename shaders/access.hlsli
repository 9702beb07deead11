// Loads and stores. Vectors go through the views ACCESS names; the words after the last whole vector, which a
// structured or typed element would overrun, always go through raw views.

#if WORDS == 1
typedef uint Vector;
#elif WORDS == 2
typedef uint2 Vector;
#else
typedef uint4 Vector;
#endif

ByteAddressBuffer raw_a : register(t0);
ByteAddressBuffer raw_b : register(t1);
RWByteAddressBuffer raw_out : register(u0);

uint load_a_word(uint word) { return raw_a.Load(word * 4); }
uint load_b_word(uint word) { return raw_b.Load(word * 4); }
void store_out_word(uint word, uint value) { raw_out.Store(word * 4, value); }

#if ACCESS == ACCESS_RAW

#if WORDS == 1
Vector load_a(uint i) { return raw_a.Load(i * 4); }
Vector load_b(uint i) { return raw_b.Load(i * 4); }
void store_out(uint i, Vector value) { raw_out.Store(i * 4, value); }
#elif WORDS == 2
Vector load_a(uint i) { return raw_a.Load2(i * 8); }
Vector load_b(uint i) { return raw_b.Load2(i * 8); }
void store_out(uint i, Vector value) { raw_out.Store2(i * 8, value); }
#else
Vector load_a(uint i) { return raw_a.Load4(i * 16); }
Vector load_b(uint i) { return raw_b.Load4(i * 16); }
void store_out(uint i, Vector value) { raw_out.Store4(i * 16, value); }
#endif

#else

#if ACCESS == ACCESS_STRUCTURED
StructuredBuffer<Vector> vectors_a : register(t2);
StructuredBuffer<Vector> vectors_b : register(t3);
RWStructuredBuffer<Vector> vectors_out : register(u1);
#else
Buffer<Vector> vectors_a : register(t2);
Buffer<Vector> vectors_b : register(t3);
RWBuffer<Vector> vectors_out : register(u1);
#endif

Vector load_a(uint i) { return vectors_a[i]; }
Vector load_b(uint i) { return vectors_b[i]; }
void store_out(uint i, Vector value) { vectors_out[i] = value; }

#endif

// Writes the words of a vector whose bit in `unfinished` is clear. Each word of Out is written once and through one
// view, so nothing depends on the order of stores through different views of one buffer.
void store_finished_words(uint i, Vector value, uint unfinished) {
#if WORDS == 2
  if ((unfinished & 1u) == 0) store_out_word(i * 2, value.x);
  if ((unfinished & 2u) == 0) store_out_word(i * 2 + 1, value.y);
#elif WORDS == 4
  if ((unfinished & 1u) == 0) store_out_word(i * 4, value.x);
  if ((unfinished & 2u) == 0) store_out_word(i * 4 + 1, value.y);
  if ((unfinished & 4u) == 0) store_out_word(i * 4 + 2, value.z);
  if ((unfinished & 8u) == 0) store_out_word(i * 4 + 3, value.w);
#endif
}
