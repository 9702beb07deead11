// How many vectors of 16 bytes two buffers have in common. Each thread leaves its own count, so that nothing is needed
// beyond loads and stores; the host adds them up. Kernels that did nothing leave no count at all.
//
// Defines; kernels/buffer_plans.cpp sets them:
//   THREADS      threads a group

cbuffer Constants : register(b0) {
  uint vectors;
  uint threads;  // of all groups
  uint counted;  // whether the counts already hold those of earlier dispatches
};
Buffer<uint4> x : register(t0);
Buffer<uint4> y : register(t1);
RWBuffer<uint> counts : register(u0);

uint is_equal(uint i) { return all(x[i] == y[i]) ? 1 : 0; }

[numthreads(THREADS, 1, 1)]
void main(uint3 thread : SV_DispatchThreadID) {
  uint count = 0;
  if (counted != 0) count = counts[thread.x];
  // Four at a time, so that eight loads are under way. Past the end the last vector stands in, and is not counted.
  const uint last = vectors - 1;
  for (uint i = thread.x; i < vectors; i += 4 * threads) {
    const uint second = i + threads;
    const uint third = second + threads;
    const uint fourth = third + threads;
    count += is_equal(i);
    count += second < vectors ? is_equal(min(second, last)) : 0;
    count += third < vectors ? is_equal(min(third, last)) : 0;
    count += fourth < vectors ? is_equal(min(fourth, last)) : 0;
  }
  counts[thread.x] = count;
}
