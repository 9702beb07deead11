#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace modlab {

/// What a kernel's disassembly says of it, each instruction counted once, in a loop too. One of DXIL is for one number,
/// one of DXBC for up to four.
struct InstructionCount {
  std::uint64_t instructions = 0;
  std::optional<std::uint64_t> registers;  ///< of four words each; DXIL has as many as it likes

  bool operator==(const InstructionCount&) const = default;
};

/// Of the text that D3DDisassemble or DXC makes of bytecode.
InstructionCount count_instructions(std::string_view disassembly);

}  // namespace modlab
