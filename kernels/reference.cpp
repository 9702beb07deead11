#include "kernels/reference.h"

#include <cmath>
#include <cstring>

#include "kernels/parallel.h"

namespace modlab {

float modulus_reference(Rounding rounding, float a, float b) {
  float r = std::fmod(a, b);
  if (rounding == Rounding::truncate) return r;
  if (r == 0.0f) return std::copysign(0.0f, b);
  if (std::signbit(r) != std::signbit(b)) r += b;
  return r;
}

std::vector<std::byte> compute_reference(const Workload& workload, const HostOperands& operands) {
  std::vector<std::byte> out(operands.a.size());
  parallel_for(element_count(workload), [&](std::uint64_t, std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) {
      float a = 0;
      float b = 0;
      std::memcpy(&a, operands.a.data() + i * sizeof(float), sizeof(float));
      std::memcpy(&b, operands.b.data() + i * sizeof(float), sizeof(float));
      const float r = modulus_reference(workload.rounding, a, b);
      std::memcpy(out.data() + i * sizeof(float), &r, sizeof(float));
    }
  });
  return out;
}

std::vector<std::byte> compute_copy_reference(const HostOperands& operands) {
  std::vector<std::byte> out(operands.a.size());
  parallel_for(out.size(), [&](std::uint64_t, std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) out[i] = operands.a[i] ^ operands.b[i];
  });
  return out;
}

}  // namespace modlab
