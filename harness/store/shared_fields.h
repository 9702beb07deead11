#pragma once

#include "harness/statistics/sampling_rule.h"
#include "harness/store/fields.h"
#include "kernels/device_traits.h"
#include "kernels/files/kernel_file.h"

// The tables of what is in contexts, crosses to the worker and is in `modlab devices --json`.

namespace modlab::store {

template <>
struct Codec<CompilerId> : ByName<kCompilerNames> {};

template <>
struct Codec<ShaderModel> {
  static nlohmann::json write(ShaderModel model) { return {model.major, model.minor}; }
  static void read(ShaderModel& model, const nlohmann::json& from) {
    Codec<std::uint8_t>::read(model.major, from.at(0));
    Codec<std::uint8_t>::read(model.minor, from.at(1));
  }
};

template <>
inline constexpr auto kFields<DeviceTraits> =
    std::array{field<&DeviceTraits::adapter>("adapter"),
               field<&DeviceTraits::driver>("driver"),
               field<&DeviceTraits::implementation>("implementation"),
               maybe<&DeviceTraits::software>("software"),
               field<&DeviceTraits::memory_bytes>("memory_bytes"),
               field<&DeviceTraits::highest_shader_model>("highest_shader_model"),
               field<&DeviceTraits::wave_ops>("wave_ops"),
               field<&DeviceTraits::wave_lanes_min>("wave_lanes_min"),
               field<&DeviceTraits::wave_lanes_max>("wave_lanes_max"),
               field<&DeviceTraits::native_16bit>("native_16bit"),
               maybe<&DeviceTraits::typed_load_8>("typed_load_8"),
               maybe<&DeviceTraits::typed_load_16>("typed_load_16"),
               field<&DeviceTraits::timestamp_hz>("timestamp_hz"),
               maybe<&DeviceTraits::background_processing>("background_processing")};

template <>
inline constexpr auto kFields<CompilerTraits> =
    std::array{field<&CompilerTraits::id>("compiler"),
               field<&CompilerTraits::version>("version"),
               field<&CompilerTraits::raw_writable_loads>("raw_writable_loads"),
               field<&CompilerTraits::precise>("precise"),
               field<&CompilerTraits::fused_mad>("fused_mad"),
               field<&CompilerTraits::exact_half>("exact_half"),
               field<&CompilerTraits::exact_native_half>("exact_native_half"),
               field<&CompilerTraits::exact_bytes>("exact_bytes")};

template <>
inline constexpr auto kFields<statistics::SamplingRule> =
    std::array{maybe<&statistics::SamplingRule::precision>("precision"),
               maybe<&statistics::SamplingRule::min_samples>("min_samples"),
               maybe<&statistics::SamplingRule::max_time_per_variant_s>("max_time_per_variant_s"),
               maybe<&statistics::SamplingRule::rounds>("rounds")};

template <>
inline constexpr auto kFields<KernelFile> = std::array{
    field<&KernelFile::file>("file"), field<&KernelFile::hash>("hash"), field<&KernelFile::sources>("sources")};

/// A user's kernel as it was, parsed again.
template <>
struct Codec<KernelPtr> {
  static nlohmann::json write(const KernelPtr& kernel) { return object_of(*kernel); }
  static void read(KernelPtr& kernel, const nlohmann::json& from) {
    KernelFile text;
    read_fields(text, from);
    if (!text.sources.contains(text.file)) throw Error("a kernel without its file");
    kernel = parse_kernel(text.file, text.sources, text.hash);
  }
};

}  // namespace modlab::store
