#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/build.h"

namespace modlab {

/// What a device can do, as far as choosing and planning kernels depends on it.
struct DeviceTraits {
  std::string adapter;         ///< the adapter's own name
  std::string driver;          ///< driver name and version
  std::string implementation;  ///< the D3D12 implementation and its version
  bool software = false;       ///< implemented by the CPU, so any other load disturbs it
  std::uint64_t memory_bytes = 0;
  ShaderModel highest_shader_model{};
  bool wave_ops = false;
  std::uint32_t wave_lanes_min = 0;
  std::uint32_t wave_lanes_max = 0;
  bool native_16bit = false;
  /// Whether a writable typed view of 8- or 16-byte elements can also be read, as in-place kernels do.
  bool typed_load_8 = false;
  bool typed_load_16 = false;
  std::uint64_t timestamp_hz = 0;
  std::string
      background_processing{};  ///< whether the driver may recompile kernels on its own, and why; empty: unknown
};

/// What a compiler can do, as far as kernels depend on it.
struct CompilerTraits {
  CompilerId id = CompilerId::d3dcompile;
  std::string version{};
  bool raw_writable_loads = false;  ///< supports Load from a RWByteAddressBuffer; libvkd3d's does not
  bool precise = false;             ///< honours `precise`; libvkd3d's parses and ignores it
  bool fused_mad = false;           ///< on this device, mad is rounded once
  bool exact_half = false;          ///< on this device, f16tof32 and f32tof16 keep denormals and round to nearest
  bool exact_native_half = false;   ///< and so do conversions of native 16-bit types
  bool exact_bytes = true;          ///< on this device, a word's elements are right as a vector; not in every Wine

  bool operator==(const CompilerTraits&) const = default;
};

/// What is timed beside the variants.
struct PeerTraits {
  std::string name;
  std::string description;  ///< with its version
};

/// Where variants are compiled and run.
struct Platform {
  DeviceTraits device;
  std::vector<CompilerTraits> compilers;
  std::vector<PeerTraits> peers = {};
};

}  // namespace modlab
