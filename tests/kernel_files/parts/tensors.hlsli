// The tensors as 32-bit words.

#include "modlab.hlsli"

StructuredBuffer<uint> a : register(A_REGISTER);
StructuredBuffer<uint> b : register(B_REGISTER);
RWStructuredBuffer<uint> result : register(OUT_REGISTER);
