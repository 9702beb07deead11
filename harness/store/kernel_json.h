#pragma once

#include <nlohmann/json_fwd.hpp>

#include "kernels/kernel_file.h"

namespace modlab {

/// A user's kernel as it was: its files and their hash.
nlohmann::json kernel_json(const KernelFile& kernel);

/// Throws Error or json::exception on anything else.
KernelFile kernel_from(const nlohmann::json& from);

}  // namespace modlab
