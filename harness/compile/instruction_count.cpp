#include "harness/compile/instruction_count.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

#include "kernels/split.h"

namespace modlab::compile {
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

/// The word at the beginning of a text.
std::string_view first_word(std::string_view text) {
  const auto ends = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_'; };
  return text.substr(0, static_cast<std::size_t>(std::ranges::find_if(text, ends) - text.begin()));
}

/// "fmul" of "%3 = fmul float %1, %2", "rawBufferLoad" of "%1 = call %dx.types… @dx.op.rawBufferLoad.f32(…)".
std::string_view dxil_name(std::string_view line) {
  constexpr std::string_view kAssigns = " = ";
  constexpr std::string_view kIntrinsic = "@dx.op.";
  const std::size_t assigns = line.find(kAssigns);
  if (line.starts_with('%') && assigns != std::string_view::npos) line.remove_prefix(assigns + kAssigns.size());
  const std::size_t intrinsic = line.find(kIntrinsic);
  return first_word(intrinsic == std::string_view::npos ? line : line.substr(intrinsic + kIntrinsic.size()));
}

void add(InstructionCount& count, std::string_view name) {
  ++count.instructions;
  ++count.by_name[std::string(name)];
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
      add(count, first_word(line));
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
      add(count, dxil_name(trimmed(line)));
  }
  return count;
}

}  // namespace

InstructionCount count_instructions(std::string_view disassembly) {
  return disassembly.find("\ndefine ") == std::string_view::npos ? count_dxbc(disassembly) : count_dxil(disassembly);
}

}  // namespace modlab::compile
