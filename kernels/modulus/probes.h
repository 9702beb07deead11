#pragma once

#include "kernels/probe.h"

namespace modlab::modulus {

/// What the algorithms depend on.
const Probes& modulus_probes();

}  // namespace modlab::modulus
