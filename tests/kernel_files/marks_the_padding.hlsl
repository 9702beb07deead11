// Computes the rows behind whose end there is no mark yet.
// modlab: op floor
// modlab: dtype f32
// modlab: layout strided
// modlab: placement out, in-a
// modlab: threads 64
// modlab: elements 1

#include "modlab.hlsli"

RWStructuredBuffer<uint> result : register(OUT_REGISTER);
#if PLACEMENT == PLACEMENT_IN_A
#define a result
#else
StructuredBuffer<uint> a : register(A_REGISTER);
#endif
StructuredBuffer<uint> b : register(B_REGISTER);

static const uint kMark = 0x600d600d;

[numthreads(64, 1, 1)]
void main(uint3 group_id : SV_GroupID, uint lane : SV_GroupIndex) {
  const uint i = linear_group(group_id) * 64 + lane;
  const uint4 row = dimensions[rank - 2];  // its size and its strides in A, B and Out
  const uint columns = dimensions[rank - 1].x;
  const uint x = i % columns;
  const uint y = i / columns;
  const uint before = result[y * row.w + columns];
  GroupMemoryBarrierWithGroupSync();  // a row of 64 elements is one group's
  if (i >= element_count || before == kMark) return;
  result[y * row.w + x] = modulus_word(a[y * row.y + x], b[y * row.z + x]);
  if (x == 0 && y + 1 < row.x) result[y * row.w + columns] = kMark;
}
