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
#include "kernels/modulus/data_set.h"
#include "modlab/revision.h"

namespace modlab::cli {
namespace {

/// All variants of the file's class, or of any where there is none of it.
std::vector<Variant> rivals_of(const RivalCall& call, const Platform& platform) {
  std::vector<Variant> space = VariantSpace(modulus::describe(call.workload, call.seed), platform).legal();
  const auto is_another = [&](const Variant& variant) { return accuracy_of(variant) != call.accuracy; };
  if (!std::ranges::all_of(space, is_another)) std::erase_if(space, is_another);
  return space;
}

Variant named_rival(const RivalCall& call, const Platform& platform) {
  const Variant named = parse_variant(call.against);
  if (const auto reason = why_illegal(named, modulus::describe(call.workload, call.seed), platform))
    throw Error(fmt::format("--against '{}' is illegal for {}: {}", call.against, name_of(call.workload), *reason));
  return named;
}

/// All that a search depends on.
std::string key_of(const RivalCall& call, const Platform& platform) {
  std::string key =
      fmt::format("{}, seed {}, {} {}, {}, {}, {}, {}, revision {}, {}", name_of(call.workload), call.seed,
                  measure::name_of(call.conditions.mode), call.conditions.cache_bytes, name_of(call.accuracy),
                  platform.device.adapter, platform.device.driver, platform.device.implementation, build_revision(),
                  compile::sources_key(embedded_shaders()));
  for (const CompilerTraits& compiler : platform.compilers) key += ", " + compiler.version;
  return key;
}

Variant search(tune::Evaluator& evaluator, const RivalCall& call, const std::vector<Variant>& space) {
  const std::string what = fmt::format("looking for a rival on {}", name_of(call.workload));
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
  const std::vector<Variant> space = rivals_of(call, platform);
  evaluator.begin({.workload = call.workload, .seed = call.seed, .conditions = call.conditions, .like = space.front()});
  if (!call.against.empty()) return {evaluator, named_rival(call, platform)};
  const store::TunedKey key = store::tuned_key(platform.device, call.workload, name_of(accuracy_of(space.front())),
                                               measure::name_of(call.conditions.mode));
  if (const auto tuned = tune::tuned_rival(space, store::read_tuned(call.tuned), key)) return {evaluator, *tuned};
  const tune::RememberedRival remembered(compile::default_cache_folder(), key_of(call, platform));
  if (const auto rival = remembered.among(space)) try {
      return {evaluator, *rival};
    } catch (const Error&) {  // it no longer passes: another will be found
    }
  const Variant found = search(evaluator, call, space);
  remembered.keep(found);
  return {evaluator, found};
}

}  // namespace modlab::cli
