#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace modlab::d3d12 {

/// A GPU, or a software adapter.
struct Adapter {
  std::uint32_t index = 0;  ///< in the list of Implementation::adapters
  std::string name;
  std::string driver;  ///< name and version
  std::uint64_t memory_bytes = 0;
  bool software = false;
  std::uint32_t system_index = 0;  ///< in the order of Vulkan or DXGI
};

/// The adapter that `choice` names: "" is the first, a number is an index, other text is part of the name in any case.
/// Throws an Error that lists the adapters when none or several match.
const Adapter& select_adapter(std::span<const Adapter> adapters, std::string_view choice);

}  // namespace modlab::d3d12
