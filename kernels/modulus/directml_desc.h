#pragma once

#include <array>

#include "kernels/modulus/directml_api.h"
#include "kernels/modulus/modulus.h"

namespace modlab::modulus {

/// Our description of an operator as DirectML's, in structs that point into each other. Aliasing is no part of it: that
/// is a matter of what is bound.
class DirectMlDesc {
 public:
  explicit DirectMlDesc(const ModulusDesc& desc);
  DirectMlDesc(const DirectMlDesc&) = delete;
  DirectMlDesc& operator=(const DirectMlDesc&) = delete;

  [[nodiscard]] const DML_OPERATOR_DESC& get() const { return desc_; }

 private:
  /// Of A, B and Out.
  std::array<TensorDesc, 3> tensors_;
  std::array<DML_BUFFER_TENSOR_DESC, 3> buffers_{};
  std::array<DML_TENSOR_DESC, 3> tensor_descs_{};
  DML_ELEMENT_WISE_MODULUS_FLOOR_OPERATOR_DESC floor_{};
  DML_ELEMENT_WISE_MODULUS_TRUNCATE_OPERATOR_DESC truncate_{};
  DML_OPERATOR_DESC desc_{};
};

}  // namespace modlab::modulus
