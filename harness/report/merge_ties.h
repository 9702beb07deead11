#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "harness/store/row.h"

namespace modlab {

/// Gives the variants of a workload that were measured in several journals one tie set a class and one roofline.
/// `sources` tells for each row which journal it comes from.
///
/// No rounds compared them across journals, so their intervals do: the best has the lowest median of those that their
/// own journals found best or tied, and of these every one ties whose interval does not begin beyond the end of the
/// best's by more than 0.5 %. Where a journal had not got as far as its comparison, nobody is best. The roofline is the
/// best copy kernel of them all.
void settle_ties(std::vector<Row>& rows, std::span<const std::size_t> sources);

}  // namespace modlab
