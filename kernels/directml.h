#pragma once

#include "kernels/modulus.h"

// DirectML.h's own, so that only those who fill them need it.
struct DML_ELEMENT_WISE_MODULUS_FLOOR_OPERATOR_DESC;
struct DML_ELEMENT_WISE_MODULUS_TRUNCATE_OPERATOR_DESC;

namespace modlab {

/// DirectML's description of the operator as ours, copied: nothing points into the original. Throws Error, naming
/// tensor and field, on what no modulus operator can be made of; what a feature level refuses beyond that is for
/// validate to say. DirectML describes no aliasing: the caller sets over_a or over_b to what it binds.
ModulusDesc from_directml(const DML_ELEMENT_WISE_MODULUS_FLOOR_OPERATOR_DESC& desc);
ModulusDesc from_directml(const DML_ELEMENT_WISE_MODULUS_TRUNCATE_OPERATOR_DESC& desc);

}  // namespace modlab
