#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "gui/analysis/hlsl_tokens.h"
#include "gui/analysis/inspection.h"
#include "gui/analysis/line_difference.h"
#include "harness/analysis/run.h"

namespace modlab::gui {

/// The rows to compare, as indices: the last two of the selection; where there is one, it beside the best exact variant
/// of its group, or where it is that, beside the second best. Nothing where there are no two.
std::optional<std::pair<std::size_t, std::size_t>> compared_rows(const analysis::Run& run,
                                                                 const std::vector<std::size_t>& selection);

/// Something that both kernels have a value of.
struct FactDifference {
  std::string group;
  std::string label;
  std::string left;
  std::string right;
};

/// How often each kernel has an instruction.
struct InstructionDifference {
  std::string name;
  std::uint64_t left = 0;
  std::uint64_t right = 0;

  [[nodiscard]] std::int64_t more() const { return static_cast<std::int64_t>(right) - static_cast<std::int64_t>(left); }
};

/// Two kernels side by side, as far as this program can reconstruct them.
struct KernelDifference {
  Inspection left;
  Inspection right;
  std::vector<FactDifference> choices;              ///< on which they differ
  std::vector<FactDifference> facts;                ///< of their plans
  LineDifference source;                            ///< what their defines leave of the HLSL
  std::vector<std::vector<HlslToken>> left_tokens;  ///< of the source, per line
  std::vector<std::vector<HlslToken>> right_tokens;
  LineDifference disassembly;                       ///< lines that differ in numbering only are alike
  std::vector<InstructionDifference> instructions;  ///< the largest differences first; empty without disassembly
  std::optional<InstructionDifference> registers;   ///< where both have a count
};

/// Has both compiled.
KernelDifference compare_kernels(const store::Row& left, const store::Row& right, const Kernels& kernels,
                                 const Lister& list, const std::stop_token& stop = {});

/// Choices, plans and instructions as CSV.
std::string csv_of(const KernelDifference& difference);

}  // namespace modlab::gui
