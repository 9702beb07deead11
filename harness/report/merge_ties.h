#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "harness/store/row.h"

namespace modlab::report {

/// Gives the variants of a workload that were measured in several journals one tie set per class and one roofline.
/// `sources[i]` is the journal that row i comes from.
///
/// No rounds compared variants across journals, so their intervals decide, among those that their own journals found
/// best or tied. Where a journal ended before its comparison, none is best. The roofline is the best copy kernel of all
/// journals.
void merge_ties(std::vector<store::Row>& rows, std::span<const std::size_t> sources);

}  // namespace modlab::report
