#pragma once

#include <map>
#include <string>
#include <utility>

#include "kernels/modulus/agreement.h"

namespace modlab {

/// By type and operator, as their names.
using Agreements = std::map<std::pair<std::string, std::string>, Agreement>;

/// How many results agree and why the others differ as a table, and under each line the worst input of every kind.
std::string agreement_text(const Agreements& agreements);

}  // namespace modlab
