#include "gui/analysis/kernel_difference.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <functional>

#include "harness/compile/instruction_count.h"
#include "harness/store/csv.h"
#include "kernels/accuracy.h"

namespace modlab::gui {
namespace {

std::vector<FactDifference> choices_of(const store::Row& left, const store::Row& right) {
  const analysis::AxisTable axes = analysis::make_axis_table({left, right});
  std::vector<FactDifference> choices;
  for (const analysis::AxisColumn& axis : axes)
    if (axis.codes[0] != axis.codes[1] && !analysis::is_part_of_an_axis(axis.name))
      choices.push_back({"Choice", axis.name, axis.values[axis.codes[0]], axis.values[axis.codes[1]]});
  return choices;
}

/// Those of the left in their order, and behind each group what only the right has. Several facts may have one label,
/// as the views of an operand: those that agree the longest belong together.
std::vector<FactDifference> merge_facts(const std::vector<analysis::FactGroup>& left,
                                        const std::vector<analysis::FactGroup>& right) {
  std::vector<FactDifference> facts;
  for (const analysis::FactGroup& group : left)
    for (const analysis::Fact& fact : group.facts) facts.push_back({group.title, fact.label, fact.value, {}});
  for (const analysis::FactGroup& group : right)
    for (const analysis::Fact& fact : group.facts) {
      FactDifference* closest = nullptr;
      for (FactDifference& known : facts) {
        if (known.group != group.title || known.label != fact.label || !known.right.empty()) continue;
        const auto agreement = [&](const FactDifference& each) {
          return differing_part(each.left, fact.value).first.begin;
        };
        if (closest == nullptr || agreement(known) > agreement(*closest)) closest = &known;
      }
      if (closest != nullptr) {
        closest->right = fact.value;
        continue;
      }
      const auto last = std::ranges::find(facts.rbegin(), facts.rend(), group.title, &FactDifference::group);
      facts.insert(last.base(), {group.title, fact.label, {}, fact.value});
    }
  return facts;
}

void count_instructions_of(KernelDifference& difference) {
  const compile::InstructionCount left = compile::count_instructions(difference.left.disassembly);
  const compile::InstructionCount right = compile::count_instructions(difference.right.disassembly);
  std::vector<InstructionDifference>& all = difference.instructions;
  for (const auto& [name, count] : left.by_name) all.push_back({name, count, 0});
  for (const auto& [name, count] : right.by_name) {
    const auto known = std::ranges::find(all, name, &InstructionDifference::name);
    if (known != all.end())
      known->right = count;
    else
      all.push_back({name, 0, count});
  }
  std::ranges::stable_sort(all, std::greater{},
                           [](const InstructionDifference& each) { return std::abs(each.more()); });
  if (left.registers && right.registers)
    difference.registers = InstructionDifference{"registers", *left.registers, *right.registers};
}

}  // namespace

std::optional<std::pair<std::size_t, std::size_t>> compared_rows(const analysis::Run& run,
                                                                 const std::vector<std::size_t>& selection) {
  if (selection.empty()) return std::nullopt;
  if (selection.size() > 1) return std::pair(selection[selection.size() - 2], selection.back());
  const std::size_t selected = selection.back();
  const std::size_t group = run.group_of[selected];
  const auto& best = run.groups[group].best_exact;
  if (!best) return std::nullopt;
  if (*best != selected) return std::pair(*best, selected);
  std::vector<std::size_t> others = analysis::timed_rows(run, group, name_of(Accuracy::exact));
  std::erase(others, selected);
  if (others.empty()) return std::nullopt;
  const auto time = [&](std::size_t index) { return *run.rows()[index].median_ns; };
  return std::pair(selected, *std::ranges::min_element(others, {}, time));
}

KernelDifference compare_kernels(const store::Row& left, const store::Row& right, const Kernels& kernels,
                                 const Lister& list, const std::stop_token& stop) {
  KernelDifference difference;
  difference.left = inspect(left, kernels, list, stop);
  difference.right = inspect(right, kernels, list, stop);
  difference.choices = choices_of(left, right);
  difference.facts = merge_facts(difference.left.facts, difference.right.facts);
  difference.source = line_difference(difference.left.active, difference.right.active);
  difference.left_tokens = tokenize_hlsl(difference.left.active);
  difference.right_tokens = tokenize_hlsl(difference.right.active);
  if (!difference.left.disassembly.empty() && !difference.right.disassembly.empty()) {
    difference.disassembly =
        line_difference(difference.left.disassembly, difference.right.disassembly, without_numbering);
    count_instructions_of(difference);
  }
  return difference;
}

std::string csv_of(const KernelDifference& difference) {
  std::string text = "part,name,left,right\n";
  for (const auto* facts : {&difference.choices, &difference.facts})
    for (const FactDifference& fact : *facts)
      text += fmt::format("{},{},{},{}\n", store::csv_field(fact.group), store::csv_field(fact.label),
                          store::csv_field(fact.left), store::csv_field(fact.right));
  const auto add = [&](const char* part, const InstructionDifference& each) {
    text += fmt::format("{},{},{},{}\n", part, store::csv_field(each.name), each.left, each.right);
  };
  if (difference.registers) add("Bytecode", *difference.registers);
  for (const InstructionDifference& each : difference.instructions) add("Instruction", each);
  return text;
}

}  // namespace modlab::gui
