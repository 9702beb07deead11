#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gui/analysis/context_facts.h"
#include "gui/runs/view_model.h"

namespace modlab {

/// A combo box with its label before it, which may be empty; true when another item was chosen.
bool choose(const char* label, std::span<const std::string> items, std::size_t& chosen, float width_in_letters = 14);

/// Which workload the plots show, and where `with_class`, which accuracy class. Follows the selection.
void draw_scope(ViewModel& model, bool with_class = true);

/// An axis of those on which the group's variants differ, by its place among the run's axes.
bool choose_axis(const char* label, const Run& run, std::size_t group, std::size_t& axis);

/// The axes on which the variants of a group differ; all of them where they differ on none.
std::vector<std::size_t> varied_axes(const Run& run, std::size_t group);

/// What a click on a row or its mark does: selects it, with Ctrl beside what is selected.
void select_clicked(ViewModel& model, std::size_t place);

/// A table of labels and values under its title.
void draw_facts(const FactGroup& group);

/// How much of its budget the search that is shown has used, while it is not finished; nothing for other runs.
void draw_budget(const ViewModel& model);

/// In the middle of an empty panel: what would be here, and what to do for it.
void draw_empty(std::string_view what, std::string_view remedy);

}  // namespace modlab
