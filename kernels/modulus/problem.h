#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "kernels/catalogue.h"
#include "kernels/modulus/data_set.h"
#include "kernels/modulus/modulus.h"
#include "kernels/modulus/variant.h"
#include "kernels/modulus/workload.h"
#include "kernels/workload.h"

namespace modlab::modulus {

/// A workload for the lab; a Workload is taken for one wherever this is known.
modlab::Workload make_workload(const Workload& workload);

/// The operator's tensors, by the numbers of their buffers.
std::vector<Operand> operands_of(const ModulusDesc& desc);

/// With what they hold.
BoundOperands bind_operands(const ModulusDesc& desc, const OperandViews& operands);

/// The variant that a candidate is; null where it is none.
const Variant* variant_of(const Candidate& candidate);

/// The copy kernel with a variant's shape, streamed if the variant is. None where nobody else has that shape.
std::optional<Variant> copy_of(const Variant& variant);

/// The copies of a variant's path, in the usual shapes, none of them streamed. None where the variant has no copy.
std::vector<Variant> usual_copies(const Variant& variant);

/// What a workload asks of the operators; null where it asks something else.
const Workload* modulus_of(const modlab::Workload& workload);

/// Of peers, the built-in variants and those of users' kernels.
std::unique_ptr<const Catalogue> modulus_catalogue(Kernels kernels = {});

}  // namespace modlab::modulus
