#include "harness/tune/challenge.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/tune/strategy.h"
#include "kernels/error.h"

namespace modlab::tune {
namespace {

/// Enough for a verdict on what differs by a per cent or two.
constexpr ConfirmationRule kDuel{.limit_s = 0.3, .sampling = {.rounds = 12}, .brief = true};

/// In a short search. Most of what a search finds it has found by then (docs/tuning.md).
constexpr std::size_t kEvaluations = 40;

Duel failed(Status status, std::string detail) { return {.status = status, .detail = std::move(detail)}; }

}  // namespace

Challenge::Challenge(Evaluator& evaluator, const Candidate& rival) : evaluator_(evaluator), rival_{.candidate = rival} {
  const Evaluation found = screen(rival);
  if (found.status != Status::ok)
    throw Error(fmt::format("the rival {} fails here: {}: {}", rival.name, name_of(found.status), found.detail));
  rival_.screened_ns = found.measurement->statistics.median;
}

Evaluation Challenge::screen(const Candidate& challenger) { return evaluator_.evaluate({challenger}); }

Duel Challenge::meet(const Evaluation& screened) {
  if (screened.status != Status::ok) return failed(screened.status, screened.detail);
  const std::vector<Finalist> finalists{{screened.candidate, screened.measurement->statistics.median}, rival_};
  try {
    const Confirmation confirmation = evaluator_.confirm(finalists, kDuel);
    const Confirmation::Outcome& challenger = confirmation.outcomes[0];
    const Confirmation::Outcome& rival = confirmation.outcomes[1];
    if (challenger.status != Status::ok) return failed(challenger.status, challenger.detail);
    if (rival.status != Status::ok) throw VariantFailure(rival.status, rival.detail, rival_.candidate.name);
    return {.challenger = challenger.figures->statistics,
            .rival = rival.figures->statistics,
            .ratio =
                statistics::paired_ratio(measure::counted_ns(*rival.figures), measure::counted_ns(*challenger.figures)),
            .roofline_gbps = screened.roofline_gbps.value_or(0)};
  } catch (const VariantFailure& failure) {
    if (failure.kernel() != screened.candidate.name) throw;
    return failed(failure.status(), failure.what());
  }
}

std::optional<Candidate> tuned_rival(const Space& space, const std::vector<store::TunedConfiguration>& known,
                                     const store::TunedKey& key) {
  for (const store::TunedConfiguration& tuned : store::nearest_first(known, key)) {
    if (tuned.key.accuracy != key.accuracy || !family_of(tuned.variant).empty()) continue;
    const auto found = std::ranges::find(space.candidates, tuned.variant, &Candidate::name);
    if (found != space.candidates.end()) return *found;
  }
  return std::nullopt;
}

Candidate search_rival(Evaluator& evaluator, const Space& space, const RivalProgress& on_progress) {
  const std::size_t most = std::min(kEvaluations, space.candidates.size());
  const auto strategy = make_strategy(kDefaultStrategy, search_among(space, 1));
  std::optional<Finalist> best;
  for (std::size_t i = 0; i < most; ++i) {
    on_progress(i, most);
    const auto proposal = strategy->next();
    if (!proposal) break;
    const Evaluation found = evaluator.evaluate({space.candidates[proposal->point], proposal->effort});
    const auto ns = found.status == Status::ok ? std::optional(found.measurement->statistics.median) : std::nullopt;
    strategy->learn(ns);
    if (ns && (!best || *ns < best->screened_ns)) best = {found.candidate, *ns};
  }
  if (!best) throw Error("no variant to compete with passes the gate here");
  return best->candidate;
}

}  // namespace modlab::tune
