#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace modlab {

/// Static counts from a kernel's disassembly: an instruction in a loop counts once. A DXIL instruction works on one
/// component, a DXBC instruction on up to four.
struct InstructionCount {
  std::uint64_t instructions = 0;
  std::optional<std::uint64_t> registers;  ///< of four components each; DXIL has no limit and no count

  bool operator==(const InstructionCount&) const = default;
};

/// From the text that D3DDisassemble or DXC produces.
InstructionCount count_instructions(std::string_view disassembly);

}  // namespace modlab
