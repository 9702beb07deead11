#pragma once

#include <string>

#include "kernels/modulus/modulus.h"

namespace modlab::cli {

/// A kernel file that works, to be changed, in the shape that is fast for its type. `file` is the path that its text
/// tells the user to call modlab with.
std::string kernel_template(Rounding rounding, DataType type, const std::string& file);

}  // namespace modlab::cli
