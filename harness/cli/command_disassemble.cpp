#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>

#include "harness/cli/commands.h"
#include "harness/cli/kernel_options.h"
#include "harness/compile/instruction_count.h"
#include "harness/report/markdown_cell.h"
#include "harness/session/session.h"
#include "harness/system/console.h"
#include "kernels/error.h"
#include "kernels/files/kernel_file.h"
#include "kernels/modulus/axis.h"
#include "kernels/modulus/data_set.h"
#include "kernels/modulus/plan.h"
#include "kernels/modulus/problem.h"
#include "kernels/modulus/space.h"

namespace modlab::cli {
namespace {

struct DisassembleCall {
  KernelOptions kernels;
  bool count = false;
};

/// The 32-bit words of Out that a thread computes at a time: vectors, squares of them, or single words.
double words_per_thread(const modulus::Workload& workload, const modulus::ModulusDesc& desc,
                        const modulus::Variant& variant) {
  if (modulus::is_own(variant))
    return static_cast<double>(variant.kernel->value_of(variant.kernel->elements, variant.values, workload.type)) *
           bytes_of(workload.type) / 4;
  if (variant.loop == modulus::Loop::tile)
    return variant.per_thread * variant.load_bytes / 4 * (variant.load_bytes / bytes_of(workload.type));
  const bool by_vectors =
      modulus::can_vectorize(desc) || variant.loop == modulus::Loop::rows || variant.loop == modulus::Loop::staged;
  return variant.per_thread * (by_vectors ? variant.load_bytes / 4 : 1);
}

void print_count(const Workload& workload, std::uint64_t seed, const Candidate& candidate, const std::string& text) {
  const modulus::Workload& modulus = *modulus::modulus_of(workload);
  const compile::InstructionCount count = compile::count_instructions(text);
  const double words = words_per_thread(modulus, modulus::describe(modulus, seed), *modulus::variant_of(candidate));
  print("| {} | {} | {} | {:.1f} | {} |\n", workload.name, report::markdown_code(candidate.name), count.instructions,
        static_cast<double>(count.instructions) / words, count.registers ? fmt::to_string(*count.registers) : "");
}

int disassemble(const DisassembleCall& options) {
  const Filter filter = options.kernels.space.filter();
  const std::vector<Workload> workloads = options.kernels.workload.workloads(filter.kernels);
  const auto compiler = session::open_compiler(options.kernels.here);
  const Platform platform = options.kernels.platform(*compiler);
  const auto candidates_of = [&](const Workload& workload) {
    return workload.problem->space(options.kernels.seed, platform, filter).candidates;
  };
  if (std::ranges::all_of(workloads, [&](const Workload& workload) { return candidates_of(workload).empty(); }))
    throw Error("no kernel to disassemble: no variant is legal; `modlab variants --why` says why");
  if (options.count) print("| workload | variant | instructions | a word | registers |\n|---|---|--:|--:|--:|\n");
  for (const Workload& workload : workloads)
    for (const Candidate& candidate : candidates_of(workload)) {
      const auto plan = workload.problem->plan(candidate, options.kernels.seed, {});
      const compile::Bytecode bytecode =
          compiler->compile(compile::shader_request(*plan), compile::sources_of(*plan, embedded_shaders()));
      const auto text = compiler->disassemble(bytecode);
      if (!text) throw Error(fmt::format("{}: its compiler cannot disassemble", candidate.name));
      if (options.count)
        print_count(workload, options.kernels.seed, candidate, *text);
      else
        print("; {} {}\n{}\n", workload.name, candidate.name, *text);
    }
  return 0;
}

}  // namespace

Action add_disassemble_command(CLI::App& program) {
  CLI::App& command =
      *program.add_subcommand("disassemble", "Print the instructions that the compiler generates for the kernels");
  auto options = std::make_shared<DisassembleCall>();
  options->kernels.add_to(command);
  command.add_flag("--count", options->count, "Print only how many there are, as a Markdown table");
  return [options](const auto&) { return disassemble(*options); };
}

}  // namespace modlab::cli
