#pragma once

#include <filesystem>
#include <string>

namespace modlab {

/// A variable's value as UTF-8; empty where it is not set.
std::string environment(const char* name);

/// The path in it.
std::filesystem::path environment_path(const char* name);

}  // namespace modlab
