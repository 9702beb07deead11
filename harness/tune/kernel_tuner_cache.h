#pragma once

#include <filesystem>
#include <string_view>

#include "harness/tune/recorded_space.h"

namespace modlab::tune {

/// The space that Kernel Tuner, an autotuner for CUDA, HIP and OpenCL, recorded in a cache file: a point for every
/// configuration, the smallest values first, with its `time` or, where that is a word, the failure it names. Axes whose
/// values are all numbers are ordered. Throws Error naming the path where the text is no such file, or no configuration
/// has a time.
RecordedSpace parse_kernel_tuner_cache(std::string_view text, const std::filesystem::path& path);

}  // namespace modlab::tune
