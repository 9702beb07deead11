// Probe: is mad rounded once? With a = round(b * b), a fused mad leaves the product's rounding error, others leave 0.

StructuredBuffer<float> a : register(t0);
StructuredBuffer<float> b : register(t1);
RWStructuredBuffer<float> r : register(u0);

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex) {
  r[i] = mad(-b[i], b[i], a[i]);
}
