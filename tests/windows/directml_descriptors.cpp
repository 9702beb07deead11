// directml_descriptors DIRECTML.DLL COUNT: makes operator descriptions, most of them with something wrong, and prints
// for each "DirectML ours: what we say", where the first two are `takes` or `refuses`.
#include <array>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "harness/d3d12/api.h"
#include "kernels/error.h"
#include "kernels/modulus/directml.h"
#include "kernels/modulus/directml_api.h"

namespace modlab {
namespace {

using CreateDevice1 = HRESULT(WINAPI*)(ID3D12Device*, DML_CREATE_DEVICE_FLAGS, DML_FEATURE_LEVEL, REFIID, void**);

class Random {
 public:
  /// Below `count`, the same with every standard library.
  UINT below(UINT count) { return static_cast<UINT>(engine_() % count); }
  bool once_in(UINT count) { return below(count) == 0; }

 private:
  std::mt19937 engine_{2026};
};

struct Tensor {
  std::vector<UINT> sizes;
  std::vector<UINT> strides;
  DML_BUFFER_TENSOR_DESC buffer{};
  DML_TENSOR_DESC desc{};
};

UINT bytes_of(DML_TENSOR_DATA_TYPE type) {
  switch (type) {
    case DML_TENSOR_DATA_TYPE_FLOAT64: return 8;
    case DML_TENSOR_DATA_TYPE_FLOAT16:
    case DML_TENSOR_DATA_TYPE_INT16: return 2;
    case DML_TENSOR_DATA_TYPE_UINT8: return 1;
    default: return 4;
  }
}

std::vector<UINT> draw_strides(Random& random, const std::vector<UINT>& sizes) {
  std::vector<UINT> strides(sizes.size(), 1);
  for (std::size_t i = sizes.size(); i-- > 1;) strides[i - 1] = strides[i] * sizes[i];
  for (UINT& stride : strides) {
    if (random.once_in(6)) stride = 0;
    if (random.once_in(6)) stride += 1 + random.below(3);
  }
  return strides;
}

/// The bytes of the smallest buffer, in whole words.
UINT64 least_bytes(const Tensor& tensor, DML_TENSOR_DATA_TYPE type) {
  UINT64 elements = 1;
  UINT64 last = 0;
  for (std::size_t i = 0; i < tensor.sizes.size(); ++i) {
    elements *= tensor.sizes[i];
    if (!tensor.strides.empty() && tensor.sizes[i] > 0) last += UINT64{tensor.sizes[i] - 1} * tensor.strides[i];
  }
  const UINT64 bytes = (tensor.strides.empty() ? elements : last + 1) * bytes_of(type);
  return (bytes + 3) / 4 * 4;
}

void fill(Tensor& tensor, Random& random, const std::vector<UINT>& sizes, DML_TENSOR_DATA_TYPE type) {
  tensor.sizes = sizes;
  if (random.once_in(20) && !sizes.empty()) ++tensor.sizes[random.below(static_cast<UINT>(sizes.size()))];
  if (random.once_in(40) && !sizes.empty()) tensor.sizes[random.below(static_cast<UINT>(sizes.size()))] = 0;
  if (random.once_in(30) && !sizes.empty()) tensor.sizes.pop_back();
  if (random.once_in(30)) type = random.once_in(2) ? DML_TENSOR_DATA_TYPE_FLOAT64 : DML_TENSOR_DATA_TYPE_INT16;
  tensor.strides = random.once_in(2) ? draw_strides(random, tensor.sizes) : std::vector<UINT>();
  UINT64 total = least_bytes(tensor, type);
  if (random.once_in(12)) total += 4 * (1 + random.below(8));
  if (random.once_in(25)) total -= total >= 4 ? 4 : 0;
  if (random.once_in(60)) total += 1;
  // An empty vector has no address, and a rank of 0 is tried with one.
  static constexpr UINT kNothing = 1;
  tensor.buffer = {.DataType = type,
                   .Flags = DML_TENSOR_FLAG_NONE,
                   .DimensionCount = static_cast<UINT>(tensor.sizes.size()),
                   .Sizes = tensor.sizes.empty() ? &kNothing : tensor.sizes.data(),
                   .Strides = tensor.strides.empty() ? nullptr : tensor.strides.data(),
                   .TotalTensorSizeInBytes = total,
                   .GuaranteedBaseOffsetAlignment = 0};
  tensor.desc = {DML_TENSOR_TYPE_BUFFER, &tensor.buffer};
}

/// Empty where we take it.
std::string our_refusal(const DML_ELEMENT_WISE_MODULUS_FLOOR_OPERATOR_DESC& desc) {
  try {
    modulus::validate(modulus::from_directml(desc), modulus::FeatureLevel::level_3_0);
    return {};
  } catch (const Error& error) {
    return error.what();
  }
}

int run(const char* library, UINT count) {
  ID3D12Device* device = nullptr;
  if (FAILED(D3D12CreateDevice(nullptr, D3D_FEATURE_LEVEL_11_0, __uuidof(ID3D12Device),
                               reinterpret_cast<void**>(&device))))
    return 3;
  const HMODULE directml = LoadLibraryA(library);
  if (directml == nullptr) return 3;
  const auto create =
      reinterpret_cast<CreateDevice1>(reinterpret_cast<void*>(GetProcAddress(directml, "DMLCreateDevice1")));
  IDMLDevice* dml = nullptr;
  if (FAILED(create(device, DML_CREATE_DEVICE_FLAG_NONE, DML_FEATURE_LEVEL_3_0, __uuidof(IDMLDevice),
                    reinterpret_cast<void**>(&dml))))
    return 3;

  constexpr std::array kTypes{DML_TENSOR_DATA_TYPE_FLOAT32, DML_TENSOR_DATA_TYPE_FLOAT16, DML_TENSOR_DATA_TYPE_INT32,
                              DML_TENSOR_DATA_TYPE_UINT8};
  Random random;
  for (UINT i = 0; i < count; ++i) {
    std::vector<UINT> sizes(random.once_in(12) ? 9 * random.below(2) : 1 + random.below(8));
    for (UINT& size : sizes) size = 1 + random.below(4);
    const DML_TENSOR_DATA_TYPE type = kTypes[random.below(kTypes.size())];
    Tensor a, b, out;
    for (Tensor* tensor : {&a, &b, &out}) fill(*tensor, random, sizes, type);
    const DML_ELEMENT_WISE_MODULUS_FLOOR_OPERATOR_DESC modulus{&a.desc, &b.desc, &out.desc};
    const DML_OPERATOR_DESC desc{DML_OPERATOR_ELEMENT_WISE_MODULUS_FLOOR, &modulus};
    IDMLOperator* made = nullptr;
    const HRESULT theirs = dml->CreateOperator(&desc, __uuidof(IDMLOperator), reinterpret_cast<void**>(&made));
    if (made != nullptr) made->Release();
    const std::string refusal = our_refusal(modulus);
    std::printf("%s %s: %s\n", SUCCEEDED(theirs) ? "takes" : "refuses", refusal.empty() ? "takes" : "refuses",
                refusal.c_str());
  }
  return 0;
}

}  // namespace
}  // namespace modlab

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  return modlab::run(argv[1], static_cast<UINT>(std::strtoul(argv[2], nullptr, 10)));
}
