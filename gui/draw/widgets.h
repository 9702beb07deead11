#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gui/runs/view_model.h"
#include "harness/analysis/context_facts.h"

namespace modlab::gui {

/// A combo box with its label, which may be empty, to the left; true if another item was chosen.
bool choose(const char* label, std::span<const std::string> items, std::size_t& chosen, float width_in_letters = 14);

/// The next item, a check box or radio button with this label, goes on the same line where it fits.
void same_line_for_box(const std::string& label);

/// Chooses the workload that the plots show and, `with_class`, the accuracy class.
void draw_scope(ViewModel& model, bool with_class = true);

/// Chooses among the axes on which the group's variants differ; `axis` is an index into the run's axes.
bool choose_axis(const char* label, const analysis::Run& run, std::size_t group, std::size_t& axis);

/// The axes on which the variants of a group differ; all of them where they differ on none.
std::vector<std::size_t> varied_axes(const analysis::Run& run, std::size_t group);

/// What a click on a row or its point does: selects it, or with Ctrl adds it to the selection or removes it.
void select_clicked(ViewModel& model, std::size_t index);

/// A table of labels and values under its title.
void draw_facts(const analysis::FactGroup& group);

/// How much of its budget the search on show has used; nothing for runs that are finished or no search.
void draw_budget(const ViewModel& model);

/// In the middle of an empty panel: what is missing, and what to do about it.
void draw_empty(std::string_view what, std::string_view remedy);

}  // namespace modlab::gui
