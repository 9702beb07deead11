#include <algorithm>

#include "harness/compile/instruction_count.h"
#include "tests/fuzz/fuzz.h"

namespace modlab {

void fuzz(std::string_view input) {
  const compile::InstructionCount count = compile::count_instructions(input);
  require(count.instructions <= static_cast<std::size_t>(std::ranges::count(input, '\n')) + 1,
          "at most an instruction per line");
  require(compile::count_instructions(input) == count, "the same count twice");
}

}  // namespace modlab
