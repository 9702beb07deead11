// Counts the 16-byte vectors that are equal in two buffers. Each group adds to its own count; the host adds them up.
// Equal ones rather than different ones, so that a kernel that did nothing reports no match.
//
// Defines; kernels/buffer_plans.cpp sets them:
//   THREADS      threads per group, a power of two

cbuffer Constants : register(b0) {
  uint vectors;
  uint threads;  // of all groups
};
Buffer<uint4> x : register(t0);
Buffer<uint4> y : register(t1);
RWBuffer<uint> counts : register(u0);

groupshared uint partial[THREADS];

[numthreads(THREADS, 1, 1)]
void main(uint3 thread : SV_DispatchThreadID, uint3 group : SV_GroupID, uint3 member : SV_GroupThreadID) {
  // Four at a time, for eight loads in flight. Past the end, the last vector is loaded again and not counted.
  const uint last = vectors - 1;
  uint count = 0;
  for (uint first = thread.x; first < vectors; first += 4 * threads) {
    const uint second = first + threads;
    const uint third = second + threads;
    const uint fourth = third + threads;
    const uint4 differs_1 = x[first] ^ y[first];
    const uint4 differs_2 = x[min(second, last)] ^ y[min(second, last)];
    const uint4 differs_3 = x[min(third, last)] ^ y[min(third, last)];
    const uint4 differs_4 = x[min(fourth, last)] ^ y[min(fourth, last)];
    count += any(differs_1) ? 0 : 1;
    count += any(differs_2) || second >= vectors ? 0 : 1;
    count += any(differs_3) || third >= vectors ? 0 : 1;
    count += any(differs_4) || fourth >= vectors ? 0 : 1;
  }
  partial[member.x] = count;
  GroupMemoryBarrierWithGroupSync();
  for (uint half = THREADS / 2; half > 0; half /= 2) {
    if (member.x < half) partial[member.x] += partial[member.x + half];
    GroupMemoryBarrierWithGroupSync();
  }
  if (member.x == 0) counts[group.x] = counts[group.x] + partial[0];
}
