// Probe: are the conversions between fp16 and fp32 exact? The first 32 elements are widened, the others narrowed.

StructuredBuffer<uint> a : register(t0);
RWStructuredBuffer<uint> r : register(u0);

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex) {
  r[i] = i < 32 ? asuint(f16tof32(a[i])) : f32tof16(asfloat(a[i]));
}
