#include "harness/tune/lab.h"

#include <utility>

namespace modlab::tune {

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

Setup::Setup(const Lab& lab, const measure::Clock& clock, const Workload& workload, const Build& like,
             measure::WorkloadData data, const measure::Conditions& conditions, std::size_t jobs, bool at_work)
    : seed(data.seed),
      workbench(*lab.device, *lab.compiler, *lab.sources, workload, std::move(data), {}, conditions, jobs),
      sampler(workbench, clock, like, at_work),
      roofline(sampler, workload.problem->first_copies(seed, lab.platform, like), seed) {
  workbench.tell(lab.listener);
  workbench.take_peers(lab.peers);
}

}  // namespace modlab::tune
