#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace modlab::compile {

/// Static counts from a kernel's disassembly: an instruction in a loop counts once. A DXIL instruction works on one
/// component, a DXBC instruction on up to four.
struct InstructionCount {
  std::uint64_t instructions = 0;
  std::optional<std::uint64_t> registers;          ///< of four components each; DXIL has no limit and no count
  std::map<std::string, std::uint64_t> by_name{};  ///< how many of each: "mad", or in DXIL "fmul" or "rawBufferLoad"

  bool operator==(const InstructionCount&) const = default;
};

/// From the text that D3DDisassemble or DXC produces.
InstructionCount count_instructions(std::string_view disassembly);

}  // namespace modlab::compile
