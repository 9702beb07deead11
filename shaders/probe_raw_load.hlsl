// Probe: does the compiler load from a writable raw buffer?

RWByteAddressBuffer words : register(u0);

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex) {
  words.Store(i * 4, words.Load(i * 4) + 1);
}
