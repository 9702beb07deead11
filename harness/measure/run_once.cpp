#include "harness/measure/run_once.h"

#include <fmt/format.h>

#include <memory>

#include "kernels/error.h"

namespace modlab::measure {
namespace {

void require_room(const Device& device, const BoundOperands& bound) {
  std::uint64_t bytes = 0;
  for (const Operand& operand : bound.operands) bytes += storage_bytes(operand.tensor);
  if (bytes > device.traits().memory_bytes)
    throw Error(fmt::format("the tensors need {} MiB, and {} has {}", bytes >> 20, device.traits().adapter,
                            device.traits().memory_bytes >> 20));
}

Content launch_once(Device& device, const Kernel& kernel, std::span<const Slice> slices, const BoundOperands& bound) {
  std::vector<std::unique_ptr<Buffer>> own;
  PerBuffer<BufferAt> buffers;
  Buffer* output = nullptr;
  for (const Operand& operand : bound.operands) {
    own.push_back(operand.shares ? nullptr : device.make_buffer(storage_bytes(operand.tensor), operand.name));
    buffers.push_back(own.back().get());
    if (operand.is_output && output == nullptr) output = own.back().get();
  }
  for (std::size_t i = 0; i < own.size(); ++i) {
    if (const auto& shares = bound.operands[i].shares) buffers[i] = buffers[*shares];
    if (!bound.contents[i].empty()) device.upload(*buffers[i].buffer, bound.contents[i]);
  }
  const Launch launch{&kernel, buffers, slices};
  static_cast<void>(device.time({.launches = {&launch, 1}}));
  Content result(output->bytes());
  device.read_back(result, *output);
  return result;
}

}  // namespace

Content run_once(Device& device, compile::Compiler& compiler, const Plan& plan, const BoundOperands& bound) {
  require_room(device, bound);
  const compile::Bytecode bytecode =
      compiler.compile(compile::shader_request(plan), compile::sources_of(plan, embedded_shaders()));
  const auto kernel = device.make_kernel(plan, bytecode.bytes);
  return launch_once(device, *kernel, plan.slices, bound);
}

Content run_once(Device& device, Peer& peer, const std::any& operation, const BoundOperands& bound) {
  require_room(device, bound);
  const auto kernel = peer.make_kernel(operation);
  return launch_once(device, *kernel, {}, bound);
}

}  // namespace modlab::measure
