#include "harness/measure/run_once.h"

#include <fmt/format.h>

#include "kernels/error.h"

namespace modlab::measure {
namespace {

std::unique_ptr<Buffer> upload(Device& device, const std::vector<std::byte>& content, const TensorDesc& tensor,
                               std::string_view name) {
  auto buffer = device.make_buffer(storage_bytes(tensor), name);
  device.upload(*buffer, content);
  return buffer;
}

void require_room(const Device& device, const modulus::ModulusDesc& desc) {
  const std::uint64_t bytes = storage_bytes(desc.a) + storage_bytes(desc.b) + storage_bytes(desc.out);
  if (bytes > device.traits().memory_bytes)
    throw Error(fmt::format("the tensors need {} MiB, and {} has {}", bytes >> 20, device.traits().adapter,
                            device.traits().memory_bytes >> 20));
}

std::vector<std::byte> launch_once(Device& device, const Kernel& kernel, std::span<const Slice> slices,
                                   const modulus::ModulusDesc& desc, const modulus::HostOperands& operands) {
  const auto a = upload(device, operands.a, desc.a, "A");
  const auto b = upload(device, operands.b, desc.b, "B");
  const auto own = desc.over_a || desc.over_b ? nullptr : device.make_buffer(storage_bytes(desc.out), "Out");
  Buffer* const out = desc.over_a ? a.get() : desc.over_b ? b.get() : own.get();
  const Launch launch{&kernel, {a.get(), b.get(), out}, slices};
  static_cast<void>(device.time({.launches = {&launch, 1}}));
  std::vector<std::byte> result(out->bytes());
  device.read_back(result, *out);
  return result;
}

}  // namespace

std::vector<std::byte> run_once(Device& device, compile::Compiler& compiler, const KernelPlan& plan,
                                const modulus::HostOperands& operands) {
  require_room(device, plan.desc);
  const compile::Bytecode bytecode =
      compiler.compile(compile::shader_request(plan), compile::sources_of(plan, embedded_shaders()));
  const auto kernel = device.make_kernel(plan, bytecode.bytes);
  return launch_once(device, *kernel, plan.slices, plan.desc, operands);
}

std::vector<std::byte> run_once(Device& device, Peer& peer, const modulus::ModulusDesc& desc,
                                const modulus::HostOperands& operands) {
  require_room(device, desc);
  const auto kernel = peer.make_kernel(desc);
  return launch_once(device, *kernel, {}, desc, operands);
}

}  // namespace modlab::measure
