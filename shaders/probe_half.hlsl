// Probe: are the conversions between fp16 and fp32 exact? The first 65,536 elements are widened, the others narrowed. With
// NATIVE16, by native 16-bit types.

StructuredBuffer<uint> a : register(t0);
RWStructuredBuffer<uint> r : register(u0);

[numthreads(64, 1, 1)]
void main(uint3 thread : SV_DispatchThreadID) {
  const uint i = thread.x;
#if NATIVE16
  r[i] = i < 65536 ? asuint(float(asfloat16(uint16_t(a[i])))) : uint(asuint16(float16_t(asfloat(a[i]))));
#else
  r[i] = i < 65536 ? asuint(f16tof32(a[i])) : f32tof16(asfloat(a[i]));
#endif
}
