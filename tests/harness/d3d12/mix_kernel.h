#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "harness/compile/d3d_compiler.h"
#include "harness/device/device.h"

namespace modlab::d3d12::mix {

/// out = a ^ (b + 3) word by word: the smallest kernel that goes through every kind of view. Words after the last whole
/// vector go through raw views of the same buffers, as in the real kernels.
inline constexpr const char* kMixSource = R"(
cbuffer Constants : register(b0) { uint vectors; uint tail_words; uint groups; uint grid_width; };
#if WIDTH == 4
#define VECTOR uint4
#elif WIDTH == 2
#define VECTOR uint2
#else
#define VECTOR uint
#endif
#if ACCESS == 0
ByteAddressBuffer A : register(t0);
ByteAddressBuffer B : register(t1);
RWByteAddressBuffer Out : register(u0);
#define A_WORDS A
#define B_WORDS B
#define OUT_WORDS Out
#else
#if ACCESS == 1
StructuredBuffer<VECTOR> A : register(t0);
StructuredBuffer<VECTOR> B : register(t1);
RWStructuredBuffer<VECTOR> Out : register(u0);
#else
Buffer<VECTOR> A : register(t0);
Buffer<VECTOR> B : register(t1);
RWBuffer<VECTOR> Out : register(u0);
#endif
ByteAddressBuffer A_WORDS : register(t2);
ByteAddressBuffer B_WORDS : register(t3);
RWByteAddressBuffer OUT_WORDS : register(u1);
#endif
VECTOR mix(VECTOR a, VECTOR b) { return a ^ (b + 3); }
[numthreads(64, 1, 1)] void main(uint3 thread : SV_DispatchThreadID)
{
    uint i = thread.x;
    if (i < vectors) {
#if ACCESS == 0 && WIDTH == 4
        Out.Store4(16 * i, mix(A.Load4(16 * i), B.Load4(16 * i)));
#elif ACCESS == 0 && WIDTH == 2
        Out.Store2(8 * i, mix(A.Load2(8 * i), B.Load2(8 * i)));
#elif ACCESS == 0
        Out.Store(4 * i, mix(A.Load(4 * i), B.Load(4 * i)));
#else
        Out[i] = mix(A[i], B[i]);
#endif
    }
    if (i < tail_words) {
        uint at = 4 * (vectors * WIDTH + i);
        OUT_WORDS.Store(at, A_WORDS.Load(at) ^ (B_WORDS.Load(at) + 3));
    }
}
)";

/// `vectors` rounds of a hash that no compiler folds, in every group. Mesa's software driver leaves a kernel's loops
/// after 65535 iterations, so a long run needs many groups and not only many rounds.
inline constexpr const char* kSlowSource = R"(
cbuffer Constants : register(b0) { uint vectors; uint tail_words; uint groups; uint grid_width; };
ByteAddressBuffer A : register(t0);
RWByteAddressBuffer Out : register(u0);
[numthreads(64, 1, 1)] void main(uint thread : SV_GroupIndex)
{
    uint x = A.Load(4 * thread);
    for (uint i = 0; i < vectors; ++i) {
        x = (x ^ (x >> 15)) * 0x2c1b3c6du + i;
    }
    Out.Store(4 * thread, x);
}
)";

inline std::uint32_t mixed(std::uint32_t a, std::uint32_t b) { return a ^ (b + 3); }

inline Slice mix_slice(std::uint64_t first_byte, std::uint64_t bytes, std::uint32_t width) {
  const auto vectors = static_cast<std::uint32_t>(bytes / (4 * width));
  const auto tail_words = static_cast<std::uint32_t>(bytes / 4 % width);
  const ByteRange range{first_byte, bytes};
  return {.ranges = {range, range, range},
          .grid = {std::max(1U, (vectors + 63) / 64), 1, 1},
          .constants = {vectors, tail_words, 0, 0}};
}

inline Plan mix_plan(Access access, std::uint32_t width, Binding binding, std::vector<Slice> slices) {
  Plan plan;
  plan.binding = binding;
  plan.shader = "mix.hlsl";
  plan.defines = {{"ACCESS", std::to_string(static_cast<int>(access))}, {"WIDTH", std::to_string(width)}};
  const std::uint32_t stride = access == Access::raw ? 4 : 4 * width;
  plan.views = {{0, access, stride, false}, {1, access, stride, false}};
  if (access != Access::raw) {
    plan.views.push_back({0, Access::raw, 4, false});
    plan.views.push_back({1, Access::raw, 4, false});
  }
  plan.views.push_back({2, access, stride, true});
  if (access != Access::raw) plan.views.push_back({2, Access::raw, 4, true});
  plan.slices = std::move(slices);
  return plan;
}

inline compile::Bytecode compile(const Plan& plan) {
  const ShaderSources sources{{"mix.hlsl", kMixSource}, {"slow.hlsl", kSlowSource}};
  return compile::make_d3d_compiler()->compile(compile::shader_request(plan), sources);
}

inline std::vector<std::uint32_t> pattern(std::size_t words, std::uint32_t seed) {
  std::vector<std::uint32_t> values(words);
  std::uint32_t x = seed;
  for (std::uint32_t& value : values) value = x = x * 1664525U + 1013904223U;
  return values;
}

template <typename Value>
std::span<const std::byte> bytes_of(const std::vector<Value>& values) {
  return std::as_bytes(std::span(values));
}

}  // namespace modlab::d3d12::mix
