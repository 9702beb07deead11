#include "harness/measure/workbench.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/device/status.h"
#include "harness/measure/stopwatch.h"
#include "kernels/error.h"
#include "kernels/reference.h"

namespace modlab {
namespace {

/// Bytes behind Out that no kernel may touch: wide enough for the widest store that starts inside the tensor.
constexpr std::uint64_t kGuardBytes = 256;

/// A, B, Out, and the two poisons.
constexpr std::uint64_t kDeviceTensors = 5;

}  // namespace

void check_fits(const Workload& workload, const DeviceTraits& device) {
  const std::uint64_t bytes = tensor_bytes(workload);
  if (bytes > device.memory_bytes / kDeviceTensors)
    throw Error(fmt::format("{}: {} tensors of {} MiB do not fit the {} MiB of {}; choose a smaller --shape",
                            name_of(workload), kDeviceTensors, bytes >> 20, device.memory_bytes >> 20, device.adapter));
}

Workbench::Workbench(Device& device, Compiler& compiler, const ShaderSources& sources, const Workload& workload,
                     std::uint64_t seed, const PlanLimits& limits)
    : device_(device),
      compiler_(compiler),
      sources_(sources),
      workload_(workload),
      limits_(limits),
      operands_(make_operands(workload, seed)),
      a_(device.make_buffer(tensor_bytes(workload), "A")),
      b_(device.make_buffer(tensor_bytes(workload), "B")),
      out_(device.make_buffer(tensor_bytes(workload) + kGuardBytes, "Out")),
      modulus_(expect(compute_reference(workload, operands_))),
      copy_(expect(compute_copy_reference(operands_))),
      read_back_(out_->bytes()) {
  device_.upload(*a_, operands_.a);
  device_.upload(*b_, operands_.b);
}

/// The poison is the complement of the right result, guard bytes included: whatever a kernel leaves unwritten is wrong,
/// whatever the type.
Workbench::Expected Workbench::expect(std::vector<std::byte> result) {
  result.resize(out_->bytes());
  std::vector<std::byte> poison(result.size());
  std::ranges::transform(result, poison.begin(), [](std::byte byte) { return ~byte; });
  Expected expected{std::move(result), device_.make_buffer(out_->bytes(), "Poison")};
  device_.upload(*expected.poison, poison);
  return expected;
}

PreparedKernel Workbench::prepare(const Variant& variant) const {
  const Stopwatch stopwatch;
  const KernelPlan plan = make_plan(workload_, variant, limits_);
  const Bytecode bytecode = compiler_.compile(shader_request(plan), sources_);
  PreparedKernel prepared{.variant = variant,
                          .kernel = device_.make_kernel(plan, bytecode.bytes),
                          .compile_ms = 0,
                          .shader_hash = hash_of(bytecode)};
  prepared.compile_ms = stopwatch.elapsed_ns() / 1e6;
  return prepared;
}

Comparison Workbench::verify(const PreparedKernel& prepared) {
  const Expected& expected = prepared.variant.algorithm == Algorithm::copy ? copy_ : modulus_;
  device_.copy(*out_, *expected.poison);
  const Launch launch{prepared.kernel.get(), {a_.get(), b_.get(), out_.get()}};
  static_cast<void>(device_.time({&launch, 1}));
  device_.read_back(read_back_, *out_);

  const std::span<const std::byte> got(read_back_);
  const std::size_t tensor = operands_.a.size();
  Comparison comparison = compare_results(workload_, accuracy_of(prepared.variant.algorithm), operands_,
                                          std::span(expected.result).first(tensor), got.first(tensor));
  if (comparison.out_of_bound > 0)
    throw VariantFailure(Status::wrong_result, fmt::format("{} of {} results wrong; {}", comparison.out_of_bound,
                                                           comparison.compared, comparison.worst));
  const auto guard = got.subspan(tensor);
  if (std::ranges::any_of(guard, [](std::byte byte) { return byte != std::byte{0xff}; }))
    throw VariantFailure(Status::wrong_result, "the kernel wrote behind the end of Out");
  return comparison;
}

std::uint64_t Workbench::time(const PreparedKernel& prepared, std::uint32_t launches) {
  const std::vector<Launch> batch(launches, Launch{prepared.kernel.get(), {a_.get(), b_.get(), out_.get()}});
  const std::uint64_t ticks = device_.time(batch);
  if (ticks == 0) throw VariantFailure(Status::device_refused, "the timestamps before and after a batch are the same");
  return ticks;
}

}  // namespace modlab
