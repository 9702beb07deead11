#include "harness/statistics/paired_ratio.h"

#include <algorithm>
#include <vector>

namespace modlab {

PairedRatio paired_ratio(std::span<const double> base, std::span<const double> samples, double confidence) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < std::min(base.size(), samples.size()); ++i) ratios.push_back(samples[i] / base[i]);
  return {.pairs = ratios.size(),
          .median = median_of(ratios),
          .ci = median_interval(ratios, confidence),
          .min_pairs = min_samples_for_interval(confidence)};
}

Verdict judge(const PairedRatio& ratio) {
  return ratio.pairs < ratio.min_pairs ? Verdict::unclear : judge(ratio.ci, kIndifference, kIndifference);
}

}  // namespace modlab
