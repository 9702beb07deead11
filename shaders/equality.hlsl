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
  // Four at a time, so that eight loads are under way. Past the end the last word stands in, and is not counted.
  const uint last = words - 1;
  for (uint i = thread.x; i < words; i += 4 * threads) {
    const uint second = i + threads;
    const uint third = second + threads;
    const uint fourth = third + threads;
    count += x[i] == y[i] ? 1 : 0;
    count += x[min(second, last)] == y[min(second, last)] && second < words ? 1 : 0;
    count += x[min(third, last)] == y[min(third, last)] && third < words ? 1 : 0;
    count += x[min(fourth, last)] == y[min(fourth, last)] && fourth < words ? 1 : 0;
  }
  counts[thread.x] = count;
}
