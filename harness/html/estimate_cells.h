#pragma once

#include "harness/html/html_table.h"
#include "harness/statistics/run_ratio.h"
#include "harness/store/row.h"

namespace modlab::html {

/// "368.06 us (367.90 to 368.22)": a measured row's median with its interval.
HtmlCell time_cell(const store::Row& row);

/// "1.030 (1.026 to 1.034)".
HtmlCell ratio_cell(const statistics::RunRatio& ratio);

}  // namespace modlab::html
