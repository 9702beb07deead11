// Computes and leaves memory alone: its time is that of the cores' clock. harness/measure/sampler.h has the reason.
//
// Defines; kernels/buffer_plans.cpp sets them:
//   THREADS      threads per group

cbuffer Constants : register(b0) {
  uint steps;
};
RWBuffer<uint> result : register(u0);

[numthreads(THREADS, 1, 1)]
void main(uint3 thread : SV_DispatchThreadID) {
  // Four chains, so that none waits for its own last step. All stay between 0 and 3 and tend to 1.
  float4 x = float4(0, 1, 2, 3) + 1e-9 * thread.x;
  for (uint step = 0; step < steps; ++step) x = mad(x, 0.999, 0.001);
  // Never true, which no compiler knows: without a store all of it would be removed.
  if (x.x + x.y + x.z + x.w < 0) result[0] = 1;
}
