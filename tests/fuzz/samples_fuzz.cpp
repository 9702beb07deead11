#include "harness/store/samples.h"
#include "tests/fuzz/fuzz.h"

namespace modlab {
namespace {

std::string samples_text(const std::vector<store::Sample>& samples) {
  std::string text = "row,phase,index,ns,drifted,outlier,block\n";
  for (const store::Sample& sample : samples) text += store::line_of(sample);
  return text;
}

}  // namespace

void fuzz(std::string_view input) {
  const auto samples = unless_refused([&] { return store::parse_samples(input, "run.samples.csv"); });
  if (!samples) return;
  for (const store::Sample& sample : *samples) require(sample.row >= 1, "rows are numbered from 1");
  const std::string text = samples_text(*samples);
  require(samples_text(store::parse_samples(text, "run.samples.csv")) == text, "samples are read as they were written");
}

}  // namespace modlab
