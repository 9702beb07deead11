#pragma once

#include <span>

#include "harness/device/peer.h"

namespace modlab {

/// Every peer that can run in our processes.
std::span<const PeerEntry> known_peers();

}  // namespace modlab
