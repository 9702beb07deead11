#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "harness/analysis/run.h"

namespace modlab::analysis {

/// What a value of an axis does, whatever the other choices are.
struct ValueImportance {
  std::string value;
  std::size_t variants = 0;    ///< timed with it
  std::size_t among_best = 0;  ///< of these
  double factor = 1;           ///< its time over the geometric mean of all values
};

struct AxisImportance {
  std::size_t axis = 0;            ///< into the run's axes
  std::vector<std::size_t> twins;  ///< the axes that differ exactly where it does: what matters may be any of them
  double alone = 0;                ///< the share of the variance that this choice explains whatever the others are
  double in_pairs = 0;    ///< the share of all pairs with it beyond that; each is also in the other axis' figure
  double near_best = 0;   ///< of what tells the best variants from all, the share that lies in this axis
  double divergence = 0;  ///< what that is a share of: Pearson's, less what chance alone brings
  std::vector<ValueImportance> values;
  std::size_t favourite = 0;  ///< the value that the best have more often than all by the most
};

/// What two choices do together beyond what either does alone.
struct PairImportance {
  std::size_t first = 0;  ///< into the axes of the importance
  std::size_t second = 0;
  double share = 0;             ///< of the variance
  std::vector<double> factors;  ///< time of both values over the geometric mean, the first axis' values row by row
};

/// Which choices matter for the time of a group's variants, and by how much.
struct Importance {
  std::size_t variants = 0;  ///< timed
  std::size_t best = 0;      ///< how many of them count as the best
  std::size_t per_tree = 0;  ///< how many of them each tree was grown on
  double deviation = 0;      ///< standard deviation of the time's logarithm
  double predicted = 0;      ///< the share of the variance that is predicted for variants not grown on
  double alone = 0;          ///< the sums over all axes and pairs; the rest takes three choices or more
  double in_pairs = 0;
  std::vector<AxisImportance> axes;   ///< those with several values, the most important first: alone and in pairs
  std::vector<PairImportance> pairs;  ///< the strongest first
};

/// Over the timed variants of an accuracy class, or of both where it is empty. Without axes where there is nothing to
/// tell: no two variants differ in a choice, or all take the same time within the indifference.
Importance axis_importance(const Run& run, std::size_t group, std::string_view accuracy);

/// "threads", or "per_thread/threads" where these cannot be told apart.
std::string name_of(const AxisImportance& axis, const Run& run);

/// What matters most, in a few sentences.
std::string importance_text(const Importance& importance, const Run& run);

}  // namespace modlab::analysis
