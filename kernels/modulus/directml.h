#pragma once

#include "kernels/modulus/modulus.h"

// Defined by DirectML.h, which only code that fills them needs.
struct DML_ELEMENT_WISE_MODULUS_FLOOR_OPERATOR_DESC;
struct DML_ELEMENT_WISE_MODULUS_TRUNCATE_OPERATOR_DESC;

namespace modlab::modulus {

/// DirectML's description of the operator as ours, copied: nothing points into the original. Throws Error naming the
/// tensor and the field where it describes no modulus operator; the rules of a feature level are left to validate.
/// DirectML does not describe aliasing: the caller sets over_a or over_b to match its bindings.
ModulusDesc from_directml(const DML_ELEMENT_WISE_MODULUS_FLOOR_OPERATOR_DESC& desc);
ModulusDesc from_directml(const DML_ELEMENT_WISE_MODULUS_TRUNCATE_OPERATOR_DESC& desc);

}  // namespace modlab::modulus

namespace modlab {  // what docs/embedding.md names

using modulus::from_directml;

}  // namespace modlab
