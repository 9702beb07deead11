// How many 32-bit words two buffers have in common. Each thread leaves its own count, so that nothing is needed beyond
// loads and stores; the host adds them up. Kernels that did nothing leave no count at all.
//
// Defines; kernels/equality_plan.cpp sets them:
//   THREADS      threads a group

cbuffer Constants : register(b0) {
  uint words;
  uint threads;  // of all groups
  uint counted;  // whether the counts already hold those of earlier dispatches
};
StructuredBuffer<uint> x : register(t0);
StructuredBuffer<uint> y : register(t1);
RWStructuredBuffer<uint> counts : register(u0);

[numthreads(THREADS, 1, 1)]
void main(uint3 thread : SV_DispatchThreadID) {
  uint count = 0;
  if (counted != 0) count = counts[thread.x];
  for (uint i = thread.x; i < words; i += threads) {
    if (x[i] == y[i]) count += 1;
  }
  counts[thread.x] = count;
}
