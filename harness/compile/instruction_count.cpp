#include "harness/compile/instruction_count.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "kernels/split.h"

namespace modlab {
namespace {

std::string_view trimmed(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  return line;
}

/// DXBC lines that are not executed.
bool declares(std::string_view line) {
  constexpr std::array<std::string_view, 5> kDeclarations{"dcl_", "cs_", "//", "label", "ret"};
  return std::ranges::any_of(kDeclarations, [&](std::string_view word) { return line.starts_with(word); });
}

InstructionCount count_dxbc(std::string_view disassembly) {
  constexpr std::string_view kTemps = "dcl_temps ";
  InstructionCount count;
  for (std::string_view line : split(disassembly, '\n')) {
    line = trimmed(line);
    if (line.starts_with(kTemps)) {
      std::uint64_t registers = 0;
      std::from_chars(line.data() + kTemps.size(), line.data() + line.size(), registers);
      count.registers = registers;
    } else if (!line.empty() && !declares(line)) {
      ++count.instructions;
    }
  }
  return count;
}

/// The bodies of functions, without labels, comments and the end.
InstructionCount count_dxil(std::string_view disassembly) {
  InstructionCount count;
  bool in_body = false;
  for (const std::string_view line : split(disassembly, '\n')) {
    if (line.starts_with("define ")) in_body = true;
    if (line.starts_with("}")) in_body = false;
    const bool indented = line.starts_with("  ");
    if (in_body && indented && !trimmed(line).starts_with(";") && !trimmed(line).starts_with("ret "))
      ++count.instructions;
  }
  return count;
}

}  // namespace

InstructionCount count_instructions(std::string_view disassembly) {
  return disassembly.find("\ndefine ") == std::string_view::npos ? count_dxbc(disassembly) : count_dxil(disassembly);
}

}  // namespace modlab
