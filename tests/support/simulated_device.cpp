#include "tests/support/simulated_device.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <iterator>
#include <stdexcept>

#include "kernels/buffer_plans.h"
#include "kernels/error.h"
#include "kernels/modulus/algorithm.h"
#include "kernels/modulus/plan.h"
#include "kernels/modulus/problem.h"
#include "kernels/modulus/reference.h"

namespace modlab {
namespace {

class SimulatedBuffer final : public Buffer {
 public:
  SimulatedBuffer(std::uint64_t size, double factor) : content(size), location_factor(factor) {}
  [[nodiscard]] std::uint64_t bytes() const override { return content.size(); }

  std::vector<std::byte> content;
  double location_factor;
};

std::vector<std::byte>& content_of(Buffer& buffer) { return dynamic_cast<SimulatedBuffer&>(buffer).content; }
const std::vector<std::byte>& content_of(const Buffer& buffer) {
  return dynamic_cast<const SimulatedBuffer&>(buffer).content;
}

/// What == of vectors of bytes does byte by byte.
bool are_same(std::span<const std::byte> x, std::span<const std::byte> y) {
  return x.size() == y.size() && std::memcmp(x.data(), y.data(), x.size()) == 0;
}

class SimulatedKernel final : public Kernel {
 public:
  SimulatedKernel(modulus::KernelPlan kernel_plan, double factor)
      : plan(std::move(kernel_plan)), location_factor(factor) {}

  /// What it computes. Most launches find the operands of the one before.
  const std::vector<std::byte>& compute(modulus::HostOperands operands) const {
    if (!are_same(operands.a, operands_.a) || !are_same(operands.b, operands_.b)) {
      operands_ = std::move(operands);
      result_ = plan.variant.algorithm == modulus::Algorithm::copy
                    ? modulus::compute_copy_reference(plan.desc, operands_)
                    : modulus::compute_reference(plan.desc, operands_);
    }
    return result_;
  }

  modulus::KernelPlan plan;
  double location_factor;

 private:
  mutable modulus::HostOperands operands_;
  mutable std::vector<std::byte> result_;
};

bool is_of_buffers(const Plan& plan) {
  return plan.shader == "transfer.hlsl" || plan.shader == "equality.hlsl" || plan.shader == "arithmetic.hlsl";
}

std::span<std::byte> content_at(const BufferAt& place) {
  return std::span(content_of(*place.buffer)).subspan(place.offset);
}

/// A tensor's storage.
std::vector<std::byte> tensor_at(const BufferAt& place, const TensorDesc& tensor) {
  const auto content = content_at(place).first(std::min(storage_bytes(tensor), content_at(place).size()));
  return {content.begin(), content.end()};
}

/// Takes the device no time.
double count_equal_vectors(const Launch& launch) {
  const auto x = content_at(launch.buffers[0]);
  const auto y = content_at(launch.buffers[1]);
  const std::uint64_t bytes = launch.slices.front().ranges[0].bytes;
  std::uint32_t count = 0;
  for (std::size_t i = 0; i + kBufferVectorBytes <= bytes; i += kBufferVectorBytes)
    if (std::memcmp(&x[i], &y[i], kBufferVectorBytes) == 0) ++count;
  std::memcpy(content_at(launch.buffers[2]).data(), &count, sizeof count);
  return 0;
}

}  // namespace

SimulatedDevice::SimulatedDevice(Simulation simulation)
    : simulation_(std::move(simulation)), random_(simulation_.seed) {
  traits_.adapter = "simulated";
  traits_.driver = "none";
  traits_.implementation = "simulation";
  traits_.memory_bytes = std::uint64_t{1} << 30;
  traits_.highest_shader_model = {6, 0};
  traits_.timestamp_hz = 1'000'000'000;
}

std::unique_ptr<Buffer> SimulatedDevice::make_buffer(std::uint64_t bytes, std::string_view name) {
  simulation_.allocate(name);
  return std::make_unique<SimulatedBuffer>(bytes, draw_location_factor());
}

void SimulatedDevice::upload(Buffer& to, std::span<const std::byte> from) {
  std::ranges::copy(from, content_of(to).begin());
}

void SimulatedDevice::copy(Buffer& to, const Buffer& from) {
  content_of(to) = content_of(from);
  touch(from, 0, from.bytes());
  touch(to, 0, to.bytes());
}

void SimulatedDevice::read_back(std::span<std::byte> to, const Buffer& from, std::uint64_t first) {
  idle_until_ns_ = now_ns_;
  std::ranges::copy(std::span(content_of(from)).subspan(first, to.size()), to.begin());
}

std::unique_ptr<Kernel> SimulatedDevice::make_kernel(const Plan& plan, std::span<const std::byte>) {
  // All others are made for an operator and a variant.
  const modulus::KernelPlan whole =
      is_of_buffers(plan) ? modulus::KernelPlan{plan, {}, {}} : static_cast<const modulus::KernelPlan&>(plan);
  if (failure_of(whole) == Status::device_refused) throw VariantFailure(Status::device_refused, "simulated refusal");
  return std::make_unique<SimulatedKernel>(whole, draw_location_factor());
}

std::optional<Status> SimulatedDevice::failure_of(const modulus::KernelPlan& plan) const {
  if (is_of_buffers(plan)) return std::nullopt;
  if (const auto failure = simulation_.failure(plan.variant)) return failure;
  return simulation_.plan_failure(plan);
}

bool SimulatedDevice::touch(const Buffer& buffer, std::uint64_t offset, std::uint64_t bytes) {
  const Touched touched{&buffer, offset, bytes};
  std::uint64_t since = bytes;
  auto entry = used_.begin();
  for (; entry != used_.end() && !entry->contains(touched); ++entry) since += entry->bytes;
  const bool hit = entry != used_.end() && since <= simulation_.cache_bytes;
  std::erase(used_, touched);
  used_.insert(used_.begin(), touched);
  return hit;
}

double SimulatedDevice::draw_location_factor() {
  if (simulation_.location_noise == 0) return 1;
  return 1 + simulation_.location_noise * std::normal_distribution<double>()(random_);
}

double SimulatedDevice::run(const Launch& launch) {
  if (!launch.overlaps_previous) being_written_.clear();
  if (!being_written_.insert(*std::prev(launch.buffers.end())).second)
    throw std::logic_error("two overlapping launches write to one place");
  const auto& kernel = dynamic_cast<const SimulatedKernel&>(*launch.kernel);
  const modulus::KernelPlan& plan = kernel.plan;
  const auto failure = failure_of(plan);
  if (failure && lost_its_device(*failure)) {
    lost_ = true;
    throw VariantFailure(*failure, "simulated loss");
  }
  if (plan.shader == "transfer.hlsl") {
    const std::uint64_t bytes = launch.slices.front().ranges[0].bytes;
    std::ranges::copy(content_at(launch.buffers[0]).first(bytes), content_at(launch.buffers[1]).begin());
    for (const BufferAt& place : launch.buffers) touch(*place.buffer, place.offset, bytes);
    return 0;
  }
  if (plan.shader == "equality.hlsl") return count_equal_vectors(launch);
  if (plan.shader == "arithmetic.hlsl")
    return plan.slices.front().constants.front() == 0 ? simulation_.empty_ns : simulation_.arithmetic_ns(now_ns_);
  const modulus::HostOperands operands{tensor_at(launch.buffers[modulus::kTensorA], plan.desc.a),
                                       tensor_at(launch.buffers[modulus::kTensorB], plan.desc.b)};
  simulation_.watch(operands);
  const auto result = simulation_.compute ? simulation_.compute(plan.desc, operands) : kernel.compute(operands);
  const std::span<std::byte> out = content_at(launch.buffers[modulus::kTensorOut]);
  std::ranges::copy(result, out.begin());
  if (failure == Status::wrong_result) {  // by more than the bound of a formula
    out.front() ^= std::byte{1};
    out[3] ^= std::byte{0x40};
  }

  slowdown_ *= 1 + simulation_.drift;
  const double deviation = simulation_.skewed ? std::exponential_distribution<double>()(random_)
                                              : std::normal_distribution<double>()(random_);
  const double factor = std::max(0.5, 1 + simulation_.noise * deviation);
  double ns = simulation_.latency_ns(plan.variant) * slowdown_ * factor * simulation_.slowdown(now_ns_);
  const double cooled = std::max(0.0, 1 - (now_ns_ - idle_until_ns_) / simulation_.warm_up_ns);
  ns *= 1 + (simulation_.idle_slowdown - 1) * cooled;
  ns *= kernel.location_factor;
  const std::array tensors{&plan.desc.a, &plan.desc.b, &plan.desc.out};
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    const BufferAt& place = launch.buffers[i];
    ns *= dynamic_cast<const SimulatedBuffer&>(*place.buffer).location_factor;
    if (!touch(*place.buffer, place.offset, storage_bytes(*tensors[i]))) ns *= 1 + simulation_.miss_share;
  }
  return launch.overlaps_previous ? simulation_.overlap_share * ns : ns;
}

void SimulatedDevice::begin_phase(std::string_view name) {
  current_.emplace_back(name);
  std::string path;
  for (const std::string& phase : current_) path += (path.empty() ? "" : " > ") + phase;
  phases_.insert(std::move(path));
}

void SimulatedDevice::end_phase() { current_.pop_back(); }

std::uint64_t SimulatedDevice::time(const Batch& batch) {
  for (const Copy& each : batch.copies_before) {
    const auto& from = content_of(*each.from);
    const std::uint64_t bytes = std::min<std::uint64_t>(each.bytes, from.size());
    std::copy_n(from.begin(), bytes, content_at(each.to).begin());
    touch(*each.from, 0, bytes);
    touch(*each.to.buffer, each.to.offset, bytes);
  }
  if (lost_) throw VariantFailure(Status::device_lost, "simulated loss");
  const auto reading = [&] { return std::floor(now_ns_ / simulation_.clock_step_ns) * simulation_.clock_step_ns; };
  const double before = reading();
  now_ns_ += simulation_.empty_pair_ns;
  for (const Launch& launch : batch.launches) now_ns_ += run(launch);
  const double after = reading();
  for (const Launch& launch : batch.checks) now_ns_ += run(launch);
  const ReadBack& behind = batch.read_after;
  if (behind.from != nullptr)
    std::ranges::copy(std::span(content_of(*behind.from)).subspan(behind.first, behind.to.size()), behind.to.begin());
  return static_cast<std::uint64_t>(after - before);
}

compile::Bytecode SimulatedCompiler::compile(const compile::ShaderRequest& request, const ShaderSources&) {
  if (refuses(request)) throw VariantFailure(Status::compiler_refused, request.file + "(1): simulated refusal");
  compile::Bytecode bytecode;
  for (const Define& define : request.defines)
    for (const char c : define.name + '=' + define.value + ';') bytecode.bytes.push_back(static_cast<std::byte>(c));
  return bytecode;
}

}  // namespace modlab
