#pragma once

#include "kernels/catalogue.h"

namespace modlab::session {

/// What names mean to our programs.
const Catalogue& catalogue();

}  // namespace modlab::session
