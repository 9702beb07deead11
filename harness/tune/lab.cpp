#include "harness/tune/lab.h"

namespace modlab {

Bench::Bench(const Lab& lab, const Clock& clock, const Workload& workload, const Variant& any, std::uint64_t seed,
             const Conditions& conditions, std::size_t jobs)
    : workbench(*lab.device, *lab.compiler, *lab.sources, workload, seed, {}, conditions, jobs),
      sampler(workbench, clock, any),
      roofline(sampler, seed) {}

}  // namespace modlab
