#pragma once

// What programs that embed our kernels use of kernels/ (docs/embedding.md). The lab does not include this.

#include "kernels/files/kernel_file.h"
#include "kernels/modulus/data_set.h"
#include "kernels/modulus/plan.h"
#include "kernels/modulus/space.h"
#include "kernels/modulus/variant.h"
#include "kernels/modulus/workload.h"

namespace modlab {  // what docs/embedding.md names

using modulus::KernelPlan;
using modulus::Variant;
using modulus::Workload;

/// Makes a user's kernel one that names can mean, for as long as the program runs. The one that was added last is the
/// one that names without a hash mean.
void add_kernel(const KernelPtr& kernel);

/// Those that were added.
Kernels added_kernels();

}  // namespace modlab
