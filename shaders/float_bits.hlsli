// Bit patterns of floats, for algorithms that must not depend on how a device treats denormals.

static const uint kSign = 0x80000000u;
static const uint kInfinity = 0x7f800000u;
static const uint kNaN = 0x7fc00000u;

// For what must be computed as written. DXC compiles algorithms that need a fused mad so that it stays one, unless a
// precise number depends on it.
#if defined(__hlsl_dx_compiler) && (ALGORITHM == ALGORITHM_FMA || ALGORITHM == ALGORITHM_HALF)
#define AS_WRITTEN
#else
#define AS_WRITTEN precise
#endif

#if NATIVE16

// Native fp16 types never flush denormals.
uint widen_f16(uint half_bits) { return asuint(float(asfloat16(uint16_t(half_bits)))); }

#else

// fp16 to the bits of the same number in fp32. Denormals are converted as integers, because hardware may flush them.
uint widen_f16(uint half_bits) {
  const uint sign = (half_bits & 0x8000u) << 16;
  const uint magnitude = half_bits & 0x7fffu;
  if (magnitude >= 0x7c00u) return sign | kInfinity | (magnitude & 0x3ffu) << 13;
  if (magnitude >= 0x400u) return sign | ((magnitude << 13) + (112u << 23));
  return sign | asuint(float(magnitude) * 5.9604644775390625e-8);  // 2^-24
}

#endif

#if NATIVE16 && ROUNDING == ROUNDING_TRUNCATE && ALGORITHM != ALGORITHM_FORMULA && ALGORITHM != ALGORITHM_INTRINSIC

// The conversion may round towards zero, but an exact truncated remainder has no more bits than its operands.
uint narrow_f16(uint bits) { return uint(asuint16(float16_t(asfloat(bits)))); }

#else

// The bits of an fp32 number to fp16, rounded to nearest even. HLSL's f32tof16 may round towards zero.
uint narrow_f16(uint bits) {
  const uint sign = (bits >> 16) & 0x8000u;
  const uint magnitude = bits & ~kSign;
  if (magnitude > kInfinity) return 0x7e00u;
  if (magnitude >= 0x477ff000u) return sign | 0x7c00u;  // from the midpoint above 65504 on
  if (magnitude >= 0x38800000u) {                       // normal in fp16
    const uint odd = (magnitude >> 13) & 1u;
    return sign | ((magnitude - (112u << 23) + 0xfffu + odd) >> 13);
  }
  if (magnitude < 0x33000000u) return sign;  // below half of the smallest denormal
  const uint shift = 126u - (magnitude >> 23);
  const uint mantissa = (magnitude & 0x7fffffu) | 0x800000u;
  const uint kept = mantissa >> shift;
  const uint rest = mantissa & ((1u << shift) - 1u);
  const uint half_step = 1u << (shift - 1u);
  return sign | (kept + (rest > half_step || (rest == half_step && (kept & 1u) != 0u) ? 1u : 0u));
}

#endif
