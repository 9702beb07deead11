#include "harness/d3d12/implementation.h"

#include <filesystem>
#include <system_error>

#include "harness/d3d12/runtime.h"
#include "harness/d3d12/runtime_entry_points.h"
#include "harness/system/path.h"

namespace modlab::d3d12 {

std::unique_ptr<Implementation> open_implementation(std::string_view choice) {
  if (choice == "auto") return implementation_of(default_runtime());
  if (choice == "vkd3d") return implementation_of(built_in_vkd3d());
  // Without a folder, the system's loader would look in its own.
  const std::filesystem::path path = path_of(choice);
  std::error_code error;
  const bool is_here = !path.has_parent_path() && std::filesystem::exists(path, error);
  return library_implementation(
      SharedLibrary(is_here ? (std::filesystem::path(".") / path).string() : std::string(choice),
                    "--runtime takes auto, vkd3d or the path of a Direct3D 12 library such as vkd3d-proton's "
                    "libvkd3d-proton-d3d12.so"));
}

std::unique_ptr<Device> make_device(const DeviceRequest& request) {
  return open_implementation(request.runtime)->make_device(request);
}

}  // namespace modlab::d3d12
