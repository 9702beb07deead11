#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "harness/session/options.h"
#include "kernels/candidate.h"
#include "kernels/modulus/space.h"
#include "kernels/workload.h"

namespace modlab::bench {

/// One benchmark.
struct Entry {
  Workload workload;
  Candidate candidate;
};

/// "floor/f32/1048576/packed/out/mixed/raw-b16-x4-t256-group-split-root-d3dcompile-5.1"
std::string name_of(const Entry& entry);

/// Shows an operator's speed without a search: of each algorithm the plainest variant, and one with the widest loads in
/// a usual shape. `legal` are the legal variants of a space.
std::vector<modulus::Variant> standard_variants(const std::vector<modulus::Variant>& legal);

/// The workloads with their standard variants and those of users' kernels, or with those that the space options select.
/// The seed is the data's, which may be part of the operator.
std::vector<Entry> make_entries(const std::vector<Workload>& workloads, std::uint64_t seed,
                                const session::SpaceOptions& space, const Platform& platform);

/// The winner of each workload and accuracy class of a journal, without its peers. Throws Error where there is none,
/// and where one is illegal on this platform.
std::vector<Entry> tuned_entries(const std::filesystem::path& journal, std::uint64_t seed, const Platform& platform);

/// The entries, and after the last one of each workload those of the peers.
std::vector<Entry> with_peers(const std::vector<Entry>& entries, const std::vector<PeerTraits>& peers);

}  // namespace modlab::bench
