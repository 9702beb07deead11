#include "harness/session/catalogue.h"

#include "kernels/modulus/problem.h"

namespace modlab::session {

const Catalogue& catalogue() { return modulus::modulus_catalogue(); }

}  // namespace modlab::session
