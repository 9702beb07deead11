#include "harness/bench/entries.h"
#include "harness/session/catalogue.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/report/selection.h"
#include "harness/store/journal.h"
#include "kernels/error.h"
#include "kernels/modulus/axis.h"
#include "kernels/modulus/data_set.h"
#include "kernels/modulus/plan.h"
#include "kernels/modulus/problem.h"
#include "kernels/modulus/space.h"

namespace modlab::bench {
namespace {

/// Four vectors per thread hide memory latency on most GPUs, and 256 threads are a whole number of waves on all.
bool has_usual_shape(const modulus::Variant& variant) {
  return variant.per_thread == 4 && variant.threads == 256 && variant.loop == modulus::Loop::group;
}

}  // namespace

std::string name_of(const Entry& entry) { return name_of(entry.workload) + '/' + entry.candidate.name; }

std::vector<modulus::Variant> standard_variants(const std::vector<modulus::Variant>& legal) {
  std::vector<modulus::Variant> chosen;
  for (const modulus::AlgorithmInfo& info : modulus::modulus_algorithms()) {
    std::vector<modulus::Variant> of_algorithm;
    std::ranges::copy_if(legal, std::back_inserter(of_algorithm),
                         [&](const modulus::Variant& variant) { return variant.algorithm == info.algorithm; });
    if (of_algorithm.empty()) continue;
    chosen.push_back(of_algorithm.front());
    std::erase_if(of_algorithm, [](const modulus::Variant& variant) { return !has_usual_shape(variant); });
    const auto widest = std::ranges::max_element(of_algorithm, {}, &modulus::Variant::load_bytes);
    if (widest != of_algorithm.end()) chosen.push_back(*widest);
  }
  return chosen;
}

std::vector<Entry> make_entries(const std::vector<Workload>& workloads, std::uint64_t seed,
                                const session::SpaceOptions& space, const Platform& platform) {
  const modulus::VariantFilter filter = space.filter();
  std::vector<Entry> entries;
  for (const Workload& workload : workloads) {
    const std::vector<modulus::Variant> legal =
        modulus::VariantSpace(modulus::describe(*modulus::modulus_of(workload), seed), platform, filter).legal();
    for (const modulus::Variant& variant : space.given() ? legal : standard_variants(legal))
      entries.push_back({workload, variant});
    if (!space.given())
      for (const modulus::Variant& variant : legal)
        if (variant.kernel != nullptr) entries.push_back({workload, variant});
  }
  return entries;
}

std::vector<Entry> tuned_entries(const std::filesystem::path& journal, std::uint64_t seed, const Platform& platform) {
  const std::vector<store::Row> rows = store::read_journal(journal).rows;
  const auto catalogue = session::catalogue_of(journal);
  std::vector<Entry> entries;
  for (const report::Rows& group : report::group_by_workload(rows))
    for (const Accuracy accuracy : {Accuracy::exact, Accuracy::formula}) {
      const report::Rows figures = report::measured(report::of_class(group, name_of(accuracy)));
      if (figures.empty()) continue;
      const store::Row& best = report::best_of(figures);
      entries.push_back({catalogue->workload(store::workload_of(best)), catalogue->candidate(best.variant)});
      const modulus::Variant* const variant = modulus::variant_of(entries.back().candidate);
      if (variant == nullptr)
        throw Error(fmt::format("{}: {} is not a kernel of ours", journal.string(), best.variant));
      if (const auto reason = modulus::why_illegal(
              *variant, modulus::describe(*modulus::modulus_of(entries.back().workload), seed), platform))
        throw Error(fmt::format("{}: {} is illegal here: {}", journal.string(), name_of(entries.back()), *reason));
    }
  if (entries.empty()) throw Error(fmt::format("{}: has no timings, and so no winners", journal.string()));
  return entries;
}

std::vector<Entry> with_peers(const std::vector<Entry>& entries, const std::vector<PeerTraits>& peers) {
  std::vector<Entry> all;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    all.push_back(entries[i]);
    if (i + 1 == entries.size() || entries[i + 1].workload != entries[i].workload)
      for (const PeerTraits& peer : peers) all.push_back({entries[i].workload, Candidate::of_peer(peer.name)});
  }
  return all;
}

}  // namespace modlab::bench
