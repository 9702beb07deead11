// Copies a buffer in 16-byte vectors, four per thread; neighbouring threads copy neighbouring vectors.
//
// Defines; kernels/buffer_plans.cpp sets them:
//   THREADS      threads per group

cbuffer Constants : register(b0) {
  uint vectors;
};
Buffer<uint4> from : register(t0);
RWBuffer<uint4> to : register(u0);

[numthreads(THREADS, 1, 1)]
void main(uint3 group : SV_GroupID, uint3 thread : SV_GroupThreadID) {
  // All loads are in flight before the first store. Past the end, the last vector is loaded again and not stored.
  const uint last = vectors - 1;
  const uint first = group.x * 4 * THREADS + thread.x;
  const uint second = first + THREADS;
  const uint third = second + THREADS;
  const uint fourth = third + THREADS;
  const uint4 a = from[min(first, last)];
  const uint4 b = from[min(second, last)];
  const uint4 c = from[min(third, last)];
  const uint4 d = from[min(fourth, last)];
  if (first < vectors) to[first] = a;
  if (second < vectors) to[second] = b;
  if (third < vectors) to[third] = c;
  if (fourth < vectors) to[fourth] = d;
}
