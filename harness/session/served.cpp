#include "harness/session/served.h"

#include <fmt/format.h>

#include <algorithm>

#include "kernels/files/kernel_file.h"

namespace modlab::session {
namespace {

template <typename Value>
bool share_one(const std::vector<Value>& some, const std::vector<Value>& others) {
  return std::ranges::find_first_of(some, others) != some.end();
}

template <typename Value>
std::string names_of(const std::vector<Value>& values) {
  std::string text;
  for (const Value value : values) text.append(text.empty() ? "" : ", ").append(name_of(value));
  return text;
}

}  // namespace

bool serve(const Kernels& kernels, const std::vector<modulus::Rounding>& roundings,
           const std::vector<DataType>& types) {
  return std::ranges::any_of(kernels, [&](const KernelPtr& kernel) {
    return share_one(kernel->roundings, roundings) && share_one(kernel->types, types);
  });
}

std::vector<std::string> smallest_types(const Kernels& kernels) {
  std::vector<DataType> types;
  for (const KernelPtr& kernel : kernels) types.insert(types.end(), kernel->types.begin(), kernel->types.end());
  const std::uint32_t bytes = bytes_of(std::ranges::min(types, {}, bytes_of));
  std::vector<std::string> names;
  for (const auto& [type, name] : kDataTypeNames)
    if (bytes_of(type) == bytes && std::ranges::find(types, type) != types.end()) names.emplace_back(name);
  return names;
}

std::string served_text(const Kernels& kernels) {
  std::string text;
  for (const KernelPtr& kernel : kernels)
    text += fmt::format("{}{} computes {} of {}", text.empty() ? "" : "; ", kernel->file, names_of(kernel->roundings),
                        names_of(kernel->types));
  return text;
}

}  // namespace modlab::session
