// Probe: are the conversions between fp16 and fp32 exact? The first 32 elements are widened, the others narrowed. With
// NATIVE16, those of native 16-bit types.

StructuredBuffer<uint> a : register(t0);
RWStructuredBuffer<uint> r : register(u0);

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex) {
#if NATIVE16
  r[i] = i < 32 ? asuint(float(asfloat16(uint16_t(a[i])))) : uint(asuint16(float16_t(asfloat(a[i]))));
#else
  r[i] = i < 32 ? asuint(f16tof32(a[i])) : f32tof16(asfloat(a[i]));
#endif
}
