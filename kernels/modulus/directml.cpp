#include "kernels/modulus/directml.h"

#include <fmt/format.h>

#include <string_view>

#include "kernels/error.h"
#include "kernels/modulus/directml_api.h"

namespace modlab::modulus {
namespace {

DataType convert_type(std::string_view tensor, DML_TENSOR_DATA_TYPE type) {
  switch (type) {
    case DML_TENSOR_DATA_TYPE_FLOAT32: return DataType::f32;
    case DML_TENSOR_DATA_TYPE_FLOAT16: return DataType::f16;
    case DML_TENSOR_DATA_TYPE_INT32: return DataType::i32;
    case DML_TENSOR_DATA_TYPE_INT16: return DataType::i16;
    case DML_TENSOR_DATA_TYPE_INT8: return DataType::i8;
    case DML_TENSOR_DATA_TYPE_UINT32: return DataType::u32;
    case DML_TENSOR_DATA_TYPE_UINT16: return DataType::u16;
    case DML_TENSOR_DATA_TYPE_UINT8: return DataType::u8;
    default: break;
  }
  throw Error(fmt::format("{}: DataType is {}, modulus takes FLOAT32, FLOAT16 and the 32-, 16- and 8-bit integers",
                          tensor, static_cast<int>(type)));
}

TensorDesc convert_buffer(std::string_view tensor, const DML_BUFFER_TENSOR_DESC& buffer) {
  if (buffer.DimensionCount < 1 || buffer.DimensionCount > kMaxDimensions)
    throw Error(
        fmt::format("{}: DimensionCount is {}, DirectML takes 1 to {}", tensor, buffer.DimensionCount, kMaxDimensions));
  if (buffer.Sizes == nullptr) throw Error(fmt::format("{}: Sizes is null, every tensor has sizes", tensor));
  if (buffer.TotalTensorSizeInBytes == 0)
    throw Error(fmt::format("{}: TotalTensorSizeInBytes is 0, every tensor takes some", tensor));
  TensorDesc desc{.type = convert_type(tensor, buffer.DataType),
                  .sizes = {buffer.Sizes, buffer.Sizes + buffer.DimensionCount},
                  .strides = {},
                  .total_bytes = buffer.TotalTensorSizeInBytes};
  if (buffer.Strides != nullptr) desc.strides.assign(buffer.Strides, buffer.Strides + buffer.DimensionCount);
  return desc;
}

TensorDesc convert_tensor(std::string_view tensor, const DML_TENSOR_DESC* desc) {
  if (desc == nullptr) throw Error(fmt::format("{}: the tensor is null, modulus takes all three", tensor));
  if (desc->Type != DML_TENSOR_TYPE_BUFFER)
    throw Error(fmt::format("{}: Type is {}, modulus takes buffers (1)", tensor, static_cast<int>(desc->Type)));
  if (desc->Desc == nullptr) throw Error(fmt::format("{}: Desc is null, a buffer tensor has one", tensor));
  return convert_buffer(tensor, *static_cast<const DML_BUFFER_TENSOR_DESC*>(desc->Desc));
}

template <typename OperatorDesc>
ModulusDesc convert(Rounding rounding, const OperatorDesc& desc) {
  ModulusDesc modulus{.rounding = rounding,
                      .a = convert_tensor("A", desc.ATensor),
                      .b = convert_tensor("B", desc.BTensor),
                      .out = convert_tensor("Out", desc.OutputTensor)};
  // A and B may have the flag: who owns their buffers does not change what is computed.
  if (static_cast<const DML_BUFFER_TENSOR_DESC*>(desc.OutputTensor->Desc)->Flags & DML_TENSOR_FLAG_OWNED_BY_DML)
    throw Error("Out: Flags has DML_TENSOR_FLAG_OWNED_BY_DML, which only an input can have");
  return modulus;
}

}  // namespace

ModulusDesc from_directml(const DML_ELEMENT_WISE_MODULUS_FLOOR_OPERATOR_DESC& desc) {
  return convert(Rounding::floor, desc);
}

ModulusDesc from_directml(const DML_ELEMENT_WISE_MODULUS_TRUNCATE_OPERATOR_DESC& desc) {
  return convert(Rounding::truncate, desc);
}

}  // namespace modlab::modulus
