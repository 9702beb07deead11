#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

namespace modlab {

// Windows only. Windows itself also looks for libraries and programs in the current folder, where a stranger's run may
// lie.

/// From now on, this process and those it starts look for libraries beside the program and among the system's only.
/// Libraries that the program itself links are the system's, which it finds first.
void ignore_current_folder();

/// The file of that name beside the program or, failing that, in a folder of the PATH; relative folders there do not
/// count.
std::optional<std::filesystem::path> find_beside_or_on_path(const std::filesystem::path& name);

}  // namespace modlab
