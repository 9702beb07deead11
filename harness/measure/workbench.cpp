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
constexpr std::byte kGuardByte{0xff};

/// A, B, Out, and what Out holds at first for either kind of kernel.
constexpr std::uint64_t kDeviceTensors = 5;

/// Operands that an in-place batch may overwrite, where a quarter of the device's memory holds as many.
constexpr std::uint64_t kInPlaceCopies = 16;

/// The longest batch there is a reason for.
constexpr std::uint32_t kLongestBatch = 10'000;

std::uint64_t largest_storage(const ModulusDesc& desc) {
  return std::max({storage_bytes(desc.a), storage_bytes(desc.b), storage_bytes(desc.out)});
}

std::vector<std::unique_ptr<Buffer>> make_outs(Device& device, const ModulusDesc& desc) {
  const std::uint64_t bytes = storage_bytes(desc.out) + kGuardBytes;
  const bool in_place = desc.over_a || desc.over_b;
  const std::uint64_t count =
      in_place ? std::clamp<std::uint64_t>(device.traits().memory_bytes / 4 / bytes, 1, kInPlaceCopies) : 1;
  std::vector<std::unique_ptr<Buffer>> outs;
  for (std::uint64_t i = 0; i < count; ++i) outs.push_back(device.make_buffer(bytes, "Out"));
  return outs;
}

}  // namespace

void check_fits(const Workload& workload, const DeviceTraits& device) {
  const std::uint64_t bytes = largest_storage(describe(workload));
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
      desc_(describe(workload, seed)),
      limits_(limits),
      operands_(make_operands(workload, seed)),
      a_(device.make_buffer(operands_.a.size(), "A")),
      b_(device.make_buffer(operands_.b.size(), "B")),
      outs_(make_outs(device, desc_)),
      modulus_(expect(compute_reference(desc_, operands_))),
      copy_(expect(compute_copy_reference(desc_, operands_))),
      read_back_(outs_.front()->bytes()) {
  device_.upload(*a_, operands_.a);
  device_.upload(*b_, operands_.b);
}

/// Out starts as the complement of the right result, gaps and guard included: whatever a kernel leaves unwritten is
/// wrong, whatever the type. In place it starts as the operand it overwrites.
Workbench::Expected Workbench::expect(std::vector<std::byte> result) {
  std::vector<std::byte> initial = result;
  if (desc_.over_a)
    initial = operands_.a;
  else if (desc_.over_b)
    initial = operands_.b;
  else
    std::ranges::transform(result, initial.begin(), [](std::byte byte) { return ~byte; });
  initial.resize(outs_.front()->bytes(), kGuardByte);
  Expected expected{std::move(result), device_.make_buffer(initial.size(), "Out at first")};
  device_.upload(*expected.initial, initial);
  return expected;
}

PreparedKernel Workbench::prepare(const Variant& variant) const {
  const Stopwatch stopwatch;
  const KernelPlan plan = make_plan(desc_, variant, limits_);
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
  Buffer& out = *outs_.front();
  device_.copy(out, *expected.initial);
  const KernelPlan plan = make_plan(desc_, prepared.variant, limits_);
  const Launch once{prepared.kernel.get(), {a_.get(), b_.get(), &out}, plan.slices};
  static_cast<void>(device_.time({&once, 1}));
  device_.read_back(read_back_, out);

  const std::span<const std::byte> storage = std::span<const std::byte>(read_back_).first(expected.result.size());
  Comparison comparison =
      compare_results(desc_, accuracy_of(prepared.variant.algorithm), operands_, expected.result, storage);
  if (comparison.out_of_bound > 0)
    throw VariantFailure(Status::wrong_result, fmt::format("{} of {} results wrong; {}", comparison.out_of_bound,
                                                           comparison.compared, comparison.worst));
  const bool in_place = desc_.over_a || desc_.over_b;
  if (const auto byte = first_touched_gap(desc_.out, storage, in_place ? kGapByte : ~kGapByte))
    throw VariantFailure(Status::wrong_result,
                         fmt::format("the kernel wrote between Out's elements, at byte {}", *byte));
  const auto guard = std::span<const std::byte>(read_back_).subspan(expected.result.size());
  if (std::ranges::any_of(guard, [](std::byte byte) { return byte != kGuardByte; }))
    throw VariantFailure(Status::wrong_result, "the kernel wrote behind the end of Out");
  return comparison;
}

std::uint32_t Workbench::max_batch() const {
  return workload_.placement == Placement::out ? kLongestBatch : static_cast<std::uint32_t>(outs_.size());
}

std::uint64_t Workbench::time(const PreparedKernel& prepared, std::uint32_t launches) {
  const KernelPlan plan = make_plan(desc_, prepared.variant, limits_);
  std::vector<Launch> batch;
  for (std::uint32_t i = 0; i < launches; ++i) {
    Buffer& out = *outs_[i % outs_.size()];
    if (workload_.placement != Placement::out) device_.copy(out, *modulus_.initial);
    batch.push_back({prepared.kernel.get(), {a_.get(), b_.get(), &out}, plan.slices});
  }
  const std::uint64_t ticks = device_.time(batch);
  if (ticks == 0) throw VariantFailure(Status::device_refused, "the timestamps before and after a batch are the same");
  return ticks;
}

}  // namespace modlab
