#pragma once

namespace modlab::gui {

/// Prints how long a journal of 100,000 rows takes to load, how long a frame of each panel takes with it, and how long
/// frames take while `modlab tune` runs. Throws Error where there is no display.
void run_benchmark();

}  // namespace modlab::gui
