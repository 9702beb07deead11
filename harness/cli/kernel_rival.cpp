#include "harness/cli/kernel_rival.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "harness/cli/progress.h"
#include "harness/compile/bytecode_cache.h"
#include "harness/compile/request_key.h"
#include "harness/system/console.h"
#include "harness/tune/remembered_rival.h"
#include "kernels/error.h"
#include "kernels/files/kernel_file.h"
#include "kernels/modulus/axis.h"
#include "kernels/modulus/data_set.h"
#include "kernels/modulus/plan.h"
#include "kernels/modulus/problem.h"
#include "kernels/modulus/space.h"
#include "modlab/revision.h"

namespace modlab::cli {
namespace {

/// All candidates of the file's class, or of any where there is none of it.
Space rivals_of(const RivalCall& call, const Platform& platform) {
  Space space = call.workload.problem->space(call.seed, platform, {});
  const auto is_another = [&](const Candidate& candidate) { return candidate.accuracy != call.kernel->accuracy; };
  if (std::ranges::all_of(space.candidates, is_another)) return space;
  Space of_class{.axes = space.axes};
  for (std::size_t i = 0; i < space.candidates.size(); ++i) {
    if (is_another(space.candidates[i])) continue;
    of_class.points.push_back(std::move(space.points[i]));
    of_class.candidates.push_back(std::move(space.candidates[i]));
  }
  return of_class;
}

Candidate named_rival(const RivalCall& call, const Platform& platform) {
  const modulus::Variant named = modulus::parse_variant(call.against, {call.kernel});
  if (const auto reason =
          modulus::why_illegal(named, modulus::describe(*modulus::modulus_of(call.workload), call.seed), platform))
    throw Error(fmt::format("--against '{}' is illegal for {}: {}", call.against, call.workload.name, *reason));
  return named;
}

/// All that a search depends on.
std::string key_of(const RivalCall& call, const Platform& platform) {
  std::string key =
      fmt::format("{}, seed {}, {} {}, {}, {}, {}, {}, revision {}, {}", call.workload.name, call.seed,
                  measure::name_of(call.conditions.mode), call.conditions.cache_bytes, name_of(call.kernel->accuracy),
                  platform.device.adapter, platform.device.driver, platform.device.implementation, build_revision(),
                  compile::sources_key(embedded_shaders()));
  for (const CompilerTraits& compiler : platform.compilers) key += ", " + compiler.version;
  return key;
}

Candidate search(tune::Evaluator& evaluator, const RivalCall& call, const Space& space) {
  const std::string what = fmt::format("looking for a rival on {}", call.workload.name);
  if (!terminal_width())
    print_error("modlab", fmt::format("{}, once: it is remembered; --against names another", what));
  ProgressLine line;
  return tune::search_rival(evaluator, space, [&](std::size_t tried, std::size_t of) {
    line.show(fmt::format("{}: {} of {} variants tried", what, tried, of));
  });
}

}  // namespace

tune::Challenge meet_rival(tune::Evaluator& evaluator, const RivalCall& call) {
  const Platform& platform = evaluator.platform();
  const Space space = rivals_of(call, platform);
  const Candidate& any = space.candidates.front();
  evaluator.begin(
      {.workload = call.workload, .seed = call.seed, .conditions = call.conditions, .like = any.build.value()});
  if (!call.against.empty()) return {evaluator, named_rival(call, platform)};
  const store::TunedKey key =
      store::tuned_key(platform.device, call.workload, name_of(any.accuracy), measure::name_of(call.conditions.mode));
  if (const auto tuned = tune::tuned_rival(space, store::read_tuned(call.tuned), key)) return {evaluator, *tuned};
  const tune::RememberedRival remembered(compile::default_cache_folder(), key_of(call, platform));
  if (const auto rival = remembered.among(space.candidates)) try {
      return {evaluator, *rival};
    } catch (const Error&) {  // it no longer passes: another will be found
    }
  const Candidate found = search(evaluator, call, space);
  remembered.keep(found);
  return {evaluator, found};
}

}  // namespace modlab::cli
