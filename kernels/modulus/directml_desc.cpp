#include "kernels/modulus/directml_desc.h"

namespace modlab::modulus {
namespace {

DML_TENSOR_DATA_TYPE convert(DataType type) {
  switch (type) {
    case DataType::f32: return DML_TENSOR_DATA_TYPE_FLOAT32;
    case DataType::f16: return DML_TENSOR_DATA_TYPE_FLOAT16;
    case DataType::i32: return DML_TENSOR_DATA_TYPE_INT32;
    case DataType::i16: return DML_TENSOR_DATA_TYPE_INT16;
    case DataType::i8: return DML_TENSOR_DATA_TYPE_INT8;
    case DataType::u32: return DML_TENSOR_DATA_TYPE_UINT32;
    case DataType::u16: return DML_TENSOR_DATA_TYPE_UINT16;
    case DataType::u8: return DML_TENSOR_DATA_TYPE_UINT8;
  }
  return DML_TENSOR_DATA_TYPE_UNKNOWN;
}

}  // namespace

DirectMlDesc::DirectMlDesc(const ModulusDesc& desc) : tensors_{desc.a, desc.b, desc.out} {
  for (std::size_t i = 0; i < tensors_.size(); ++i) {
    const TensorDesc& tensor = tensors_[i];
    buffers_[i] = {.DataType = convert(tensor.type),
                   .Flags = DML_TENSOR_FLAG_NONE,
                   .DimensionCount = static_cast<UINT>(tensor.sizes.size()),
                   .Sizes = tensor.sizes.data(),
                   .Strides = tensor.strides.empty() ? nullptr : tensor.strides.data(),
                   .TotalTensorSizeInBytes = tensor.total_bytes != 0 ? tensor.total_bytes : storage_bytes(tensor),
                   .GuaranteedBaseOffsetAlignment = 0};
    tensor_descs_[i] = {DML_TENSOR_TYPE_BUFFER, &buffers_[i]};
  }
  floor_ = {&tensor_descs_[0], &tensor_descs_[1], &tensor_descs_[2]};
  truncate_ = {&tensor_descs_[0], &tensor_descs_[1], &tensor_descs_[2]};
  desc_ = desc.rounding == Rounding::floor ? DML_OPERATOR_DESC{DML_OPERATOR_ELEMENT_WISE_MODULUS_FLOOR, &floor_}
                                           : DML_OPERATOR_DESC{DML_OPERATOR_ELEMENT_WISE_MODULUS_TRUNCATE, &truncate_};
}

}  // namespace modlab::modulus
