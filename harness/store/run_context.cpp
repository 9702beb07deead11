#include "harness/store/run_context.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "harness/store/journal.h"
#include "harness/system/file.h"
#include "kernels/error.h"

namespace modlab::store {

std::string peer_of(const RunContext& context) { return fmt::format("{}", fmt::join(context.peers, ", ")); }

std::span<const RunContext> parts_of(const RunContext& context) {
  return context.parts.empty() ? std::span(&context, 1) : std::span(context.parts);
}

const RunContext& part_on(const RunContext& context, std::string_view adapter) {
  const auto name_of_adapter = [](const RunContext& each) -> const std::string& { return each.device.adapter; };
  const auto part = std::ranges::find(context.parts, adapter, name_of_adapter);
  return part == context.parts.end() ? context : *part;
}

double noise_floor_share(const WorkloadContext& workload) {
  if (workload.aa_variant.empty()) return 0;
  return std::max(std::abs(workload.aa_low - 1), std::abs(workload.aa_high - 1));
}

std::string text_of(const statistics::SamplingRule& sampling) {
  return fmt::format("--precision {:g}% --min-samples {} --max-time-per-variant {:g}s --rounds {}",
                     100 * sampling.precision, sampling.min_samples, sampling.max_time_per_variant_s, sampling.rounds);
}

void write_context(const std::filesystem::path& journal, const RunContext& context) {
  replace_file(context_path(journal), context_text(context));
}

RunContext read_context(const std::filesystem::path& journal) {
  const std::filesystem::path path = context_path(journal);
  const std::string text = read_text(path);
  if (text.find_first_not_of('\0') == std::string::npos)
    throw Error(
        fmt::format("{}: is empty, as a power cut may leave it; the rows are in {}", path.string(), journal.string()));
  try {
    return parse_context(text);
  } catch (const Error& error) {
    throw Error(fmt::format("{}: not a run context: {}", path.string(), error.what()));
  }
}

}  // namespace modlab::store
