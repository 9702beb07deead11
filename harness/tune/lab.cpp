#include "harness/tune/lab.h"

#include <algorithm>

#include "kernels/modulus/data_set.h"

namespace modlab::tune {
namespace {

/// A variant of each access path with its widest loads, built with the compiler and shader model of `like`.
std::vector<Variant> widest_of_each_path(const std::vector<Variant>& space, const Variant& like) {
  std::vector<Variant> widest;
  for (const Variant& variant : space) {
    if (variant.build.compiler != like.build.compiler || variant.build.shader_model != like.build.shader_model)
      continue;
    const auto known = std::ranges::find(widest, variant.access, &Variant::access);
    if (known == widest.end())
      widest.push_back(variant);
    else if (variant.load_bytes > known->load_bytes)
      *known = variant;
  }
  return widest;
}

}  // namespace

void Lab::open() {
  if (device) return;
  device = make_device();
  if (open_peers) peers = open_peers(*device);
}

void Lab::close() {
  peers.clear();
  device.reset();
}

std::vector<PeerTraits> Lab::peer_traits() const {
  std::vector<PeerTraits> traits;
  for (const auto& [name, peer] : peers) traits.push_back({name, peer->description()});
  return traits;
}

Setup::Setup(const Lab& lab, const measure::Clock& clock, const Workload& workload, const Variant& any,
             std::uint64_t seed, measure::WorkloadData data, const measure::Conditions& conditions, std::size_t jobs,
             bool at_work)
    : workbench(*lab.device, *lab.compiler, *lab.sources, workload, std::move(data), {}, conditions, jobs),
      sampler(workbench, clock, any, at_work),
      roofline(sampler, widest_of_each_path(VariantSpace(modulus::describe(workload, seed), lab.platform).legal(), any),
               seed) {
  workbench.tell(lab.listener);
  workbench.take_peers(lab.peers);
}

}  // namespace modlab::tune
