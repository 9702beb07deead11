#pragma once

namespace modlab {

/// What `modlab-gui --benchmark` prints: how long a journal of 100,000 rows takes to load, how long frames of each
/// panel take with it, and how long frames take while a run is tuned beside the window. Throws Error where there is no
/// display.
void run_benchmark();

}  // namespace modlab
