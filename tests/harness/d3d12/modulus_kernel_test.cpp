// Another program's view of the kernels: its own device, buffers and command list.
#include "harness/d3d12/modulus_kernel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <functional>

#include "harness/compile/d3d_compiler.h"
#include "harness/d3d12/adapters.h"
#include "harness/d3d12/buffer.h"
#include "harness/d3d12/queue.h"
#include "harness/system/hresult.h"
#include "kernels/error.h"
#include "kernels/modulus/algorithm.h"
#include "kernels/modulus/compare.h"
#include "kernels/modulus/elements.h"
#include "kernels/modulus/plan.h"
#include "kernels/modulus/problem.h"
#include "kernels/modulus/reference.h"
#include "kernels/modulus/space.h"

namespace modlab::d3d12 {
namespace {

constexpr std::uint64_t kGuardBytes = 64;

/// An embedding program's own objects. Shared by all tests: making a device takes longer than most of them.
struct Program {
  std::unique_ptr<Runtime> runtime = default_runtime();
  ComPtr<ID3D12Device> device = runtime->create_device(runtime->adapters().front());
  Queue queue{device.get(), std::chrono::seconds(30), true};
  std::unique_ptr<compile::Compiler> compiler = compile::make_d3d_compiler();
};

Program& program() {
  static Program the_program;
  return the_program;
}

ComPtr<ID3D12Resource> make_buffer(std::uint64_t bytes, D3D12_HEAP_TYPE heap = D3D12_HEAP_TYPE_DEFAULT) {
  return make_resource(program().device.get(), bytes, heap, "of the program");
}

void transition(ID3D12GraphicsCommandList* list, ID3D12Resource* resource, D3D12_RESOURCE_STATES before,
                D3D12_RESOURCE_STATES after) {
  D3D12_RESOURCE_BARRIER barrier{};
  barrier.Type = D3D12_RESOURCE_BARRIER_TYPE_TRANSITION;
  barrier.Transition.pResource = resource;
  barrier.Transition.Subresource = D3D12_RESOURCE_BARRIER_ALL_SUBRESOURCES;
  barrier.Transition.StateBefore = before;
  barrier.Transition.StateAfter = after;
  list->ResourceBarrier(1, &barrier);
}

void* map(ID3D12Resource* resource) {
  void* memory = nullptr;
  check_start(resource->Map(0, nullptr, &memory), "mapping");
  return memory;
}

ID3D12GraphicsCommandList* begin_list() { return program().queue.list().begin(); }

void run_list() {
  program().queue.list().end();
  program().queue.run(program().queue.list());
}

/// A buffer of the program's with a tensor in it, kGapByte everywhere else.
class Tensor {
 public:
  Tensor(std::span<const std::byte> storage, std::uint64_t offset)
      : bytes_(offset + storage.size() + kGuardBytes), offset_(offset), buffer_(make_buffer(bytes_)) {
    const auto staging = make_buffer(bytes_, D3D12_HEAP_TYPE_UPLOAD);
    auto* const memory = static_cast<std::byte*>(map(staging.get()));
    std::fill_n(memory, bytes_, kGapByte);
    std::ranges::copy(storage, memory + offset);
    ID3D12GraphicsCommandList* const list = begin_list();
    transition(list, buffer_.get(), D3D12_RESOURCE_STATE_COMMON, D3D12_RESOURCE_STATE_COPY_DEST);
    list->CopyBufferRegion(buffer_.get(), 0, staging.get(), 0, bytes_);
    transition(list, buffer_.get(), D3D12_RESOURCE_STATE_COPY_DEST, D3D12_RESOURCE_STATE_COMMON);
    run_list();
  }

  [[nodiscard]] TensorLocation place() const { return {buffer_.get(), offset_}; }

  void use(ID3D12GraphicsCommandList* list, D3D12_RESOURCE_STATES state) const {
    transition(list, buffer_.get(), D3D12_RESOURCE_STATE_COMMON, state);
  }

  /// The tensor's storage, after the guards around it were found untouched.
  [[nodiscard]] std::vector<std::byte> read_back(D3D12_RESOURCE_STATES state) const {
    const auto staging = make_buffer(bytes_, D3D12_HEAP_TYPE_READBACK);
    ID3D12GraphicsCommandList* const list = begin_list();
    transition(list, buffer_.get(), state, D3D12_RESOURCE_STATE_COPY_SOURCE);
    list->CopyBufferRegion(staging.get(), 0, buffer_.get(), 0, bytes_);
    run_list();
    const auto* const memory = static_cast<const std::byte*>(map(staging.get()));
    const std::span whole(memory, bytes_);
    const auto is_gap = [](std::byte byte) { return byte == kGapByte; };
    EXPECT_TRUE(std::ranges::all_of(whole.first(offset_), is_gap));
    EXPECT_TRUE(std::ranges::all_of(whole.last(kGuardBytes), is_gap));
    const auto storage = whole.subspan(offset_, bytes_ - offset_ - kGuardBytes);
    return {storage.begin(), storage.end()};
  }

 private:
  std::uint64_t bytes_;
  std::uint64_t offset_;
  ComPtr<ID3D12Resource> buffer_;
};

std::unique_ptr<ModulusKernel> make_kernel(const modulus::ModulusDesc& desc, const modulus::Variant& variant,
                                           const PlanLimits& limits = {}) {
  const modulus::KernelPlan plan = modulus::make_plan(desc, variant, limits);
  const compile::Bytecode bytecode = program().compiler->compile(compile::shader_request(plan), embedded_shaders());
  return std::make_unique<ModulusKernel>(program().device.get(), *program().runtime, plan, bytecode.bytes);
}

struct Offsets {
  std::uint64_t a = 0;
  std::uint64_t b = 0;
  std::uint64_t out = 0;
};

/// Records the workload's operator into the program's list and compares its results with the reference.
void expect_right(const modulus::Workload& workload, const modulus::Variant& variant,
                  const modulus::Offsets& offsets = {}, const PlanLimits& limits = {}) {
  const modulus::ModulusDesc desc = describe(workload);
  const modulus::HostOperands operands = modulus::make_operands(workload, 1);
  const Tensor a(operands.a, offsets.a);
  const Tensor b(operands.b, offsets.b);
  const Tensor own(std::vector(storage_bytes(desc.out), kGapByte), offsets.out);
  const Tensor& out = desc.over_a ? a : desc.over_b ? b : own;
  const auto kernel = make_kernel(desc, variant, limits);
  const BoundModulus bound = kernel->bind({a.place(), b.place(), out.place()});

  ID3D12GraphicsCommandList* const list = begin_list();
  for (const Tensor* tensor : {&a, &b})
    if (tensor != &out) tensor->use(list, D3D12_RESOURCE_STATE_NON_PIXEL_SHADER_RESOURCE);
  out.use(list, D3D12_RESOURCE_STATE_UNORDERED_ACCESS);
  bound.record(list);
  run_list();

  const auto got = out.read_back(D3D12_RESOURCE_STATE_UNORDERED_ACCESS);
  const Comparison comparison =
      compare_results(desc, Accuracy::exact, operands, modulus::compute_reference(desc, operands), got);
  EXPECT_EQ(comparison.mismatches, 0u) << comparison.worst;
  EXPECT_EQ(first_touched_gap(desc.out, got), std::nullopt);
}

modulus::Variant variant_of(Access access, std::uint32_t load_bytes, Binding binding) {
  return {.access = access,
          .load_bytes = load_bytes,
          .per_thread = 2,
          .algorithm = modulus::Algorithm::longdiv,
          .binding = binding};
}

const modulus::Variant kPlain = variant_of(Access::structured, 4, Binding::root);
const modulus::Variant kPlainTable = variant_of(Access::structured, 4, Binding::table);

class EveryView : public testing::TestWithParam<modulus::Variant> {};

TEST_P(EveryView, ComputesPackedTensors) { expect_right({.shape = {1003}}, GetParam()); }

TEST_P(EveryView, KeepsToTheTensorsOffsets) { expect_right({.shape = {1003}}, GetParam(), {16, 48, 4112}); }

TEST_P(EveryView, CoversTensorsPastOneViewInSlices) {
  expect_right({.shape = {1003}}, GetParam(), {16, 48, 4112}, {.view_words = 64, .grid_groups = 3});
}

INSTANTIATE_TEST_SUITE_P(ModulusKernel, EveryView,
                         testing::Values(variant_of(Access::raw, 4, Binding::root),
                                         variant_of(Access::raw, 16, Binding::table),
                                         variant_of(Access::structured, 16, Binding::root),
                                         variant_of(Access::structured, 8, Binding::table),
                                         variant_of(Access::typed, 4, Binding::table),
                                         variant_of(Access::typed, 16, Binding::table)),
                         [](const auto& test) {
                           std::string name = name_of(test.param);
                           std::ranges::replace_if(
                               name, [](char c) { return c == '-' || c == '.'; }, '_');
                           return name;
                         });

TEST(ModulusKernel, LeavesTheGapsOfStridedTensorsAlone) {
  for (const modulus::Variant& variant : {kPlain, kPlainTable}) {
    expect_right({.shape = {5, 7, 33}, .layout = modulus::Layout::padded}, variant, {32, 16, 64});
    expect_right({.type = DataType::f16, .shape = {5, 7, 33}, .layout = modulus::Layout::transposed}, variant,
                 {32, 16, 64});
  }
}

TEST(ModulusKernel, WaitsBetweenSlicesThatShareAWord) {
  for (const Binding binding : {Binding::root, Binding::table}) {
    modulus::Variant variant = variant_of(Access::structured, 4, binding);
    variant.algorithm = modulus::Algorithm::reciprocal;
    expect_right({.type = DataType::u8, .shape = {3, 17, 99}, .layout = modulus::Layout::transposed}, variant,
                 {16, 0, 32}, {.view_words = 61, .grid_groups = 3});
  }
}

TEST(ModulusKernel, ComputesInPlaceOverEitherOperand) {
  for (const modulus::Placement placement : {modulus::Placement::in_a, modulus::Placement::in_b})
    for (const modulus::Variant& variant : {kPlain, kPlainTable, variant_of(Access::typed, 4, Binding::table)})
      expect_right({.shape = {1003}, .placement = placement}, variant, {16, 32, 0});
}

TEST(ModulusKernel, BindingsOfOneKernelShareAList) {
  const modulus::Workload workload{.shape = {515}};
  const modulus::ModulusDesc desc = describe(workload);
  const auto kernel = make_kernel(desc, kPlainTable);
  const modulus::HostOperands first = modulus::make_operands(workload, 1);
  const modulus::HostOperands second = modulus::make_operands(workload, 2);
  const Tensor a(first.a, 0);
  const Tensor b(first.b, 0);
  const Tensor other_b(second.b, 16);
  const Tensor out(std::vector(storage_bytes(desc.out), kGapByte), 0);
  const Tensor other_out(std::vector(storage_bytes(desc.out), kGapByte), 32);
  const BoundModulus bound = kernel->bind({a.place(), b.place(), out.place()});
  const BoundModulus other = kernel->bind({a.place(), other_b.place(), other_out.place()});

  ID3D12GraphicsCommandList* const list = begin_list();
  for (const Tensor* tensor : {&a, &b, &other_b}) tensor->use(list, D3D12_RESOURCE_STATE_NON_PIXEL_SHADER_RESOURCE);
  for (const Tensor* tensor : {&out, &other_out}) tensor->use(list, D3D12_RESOURCE_STATE_UNORDERED_ACCESS);
  bound.record(list);
  other.record(list);
  run_list();
  EXPECT_EQ(out.read_back(D3D12_RESOURCE_STATE_UNORDERED_ACCESS), modulus::compute_reference(desc, first));
  EXPECT_EQ(other_out.read_back(D3D12_RESOURCE_STATE_UNORDERED_ACCESS),
            modulus::compute_reference(desc, {first.a, second.b}));
}

std::string message_of(const std::function<void()>& refused) {
  try {
    refused();
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing was refused";
}

TEST(ModulusKernel, RefusesBuffersThatCannotServe) {
  const auto kernel = make_kernel(modulus::describe({.shape = {100}}), kPlain);
  const auto x = make_buffer(1024);
  const auto y = make_buffer(1024);
  const auto z = make_buffer(1024);
  const auto upload = make_buffer(1024, D3D12_HEAP_TYPE_UPLOAD);
  const auto bind = [&](const ModulusTensors& tensors) {
    return message_of([&] { static_cast<void>(kernel->bind(tensors)); });
  };
  EXPECT_EQ(bind({{x.get()}, {y.get()}, {z.get()}}), "nothing was refused");
  EXPECT_EQ(bind({{x.get()}, {x.get(), 512}, {z.get()}}), "nothing was refused");
  EXPECT_EQ(bind({{nullptr}, {y.get()}, {z.get()}}), "A: has no buffer");
  EXPECT_EQ(bind({{x.get()}, {y.get(), 8}, {z.get()}}), "B: its offset of 8 bytes is not a multiple of 16");
  EXPECT_EQ(bind({{x.get()}, {y.get()}, {z.get(), 640}}),
            "Out: needs 400 bytes from offset 640, and its buffer has 1024");
  EXPECT_EQ(bind({{x.get()}, {y.get(), ~std::uint64_t{15}}, {z.get()}}),
            "B: needs 400 bytes from offset 18446744073709551600, and its buffer has 1024");
  EXPECT_EQ(bind({{x.get()}, {y.get()}, {upload.get()}}), "Out: its buffer was created without ALLOW_UNORDERED_ACCESS");
  EXPECT_EQ(bind({{x.get()}, {y.get()}, {x.get(), 512}}),
            "Out: its buffer also holds an operand that is only read; Direct3D 12 has no state for both");
}

TEST(ModulusKernel, RefusesInPlaceAtAnotherLocation) {
  const auto kernel = make_kernel(modulus::describe({.shape = {100}, .placement = modulus::Placement::in_a}), kPlain);
  const auto x = make_buffer(1024);
  const auto y = make_buffer(1024);
  EXPECT_EQ(message_of([&] {
              static_cast<void>(kernel->bind({{x.get()}, {y.get()}, {x.get(), 16}}));
            }),
            "Out: is to be computed over A, but is bound to another location");
}

TEST(ModulusKernel, RefusesWhatDirectMlWould) {
  modulus::ModulusDesc desc = modulus::describe({.shape = {100}});
  desc.out.total_bytes = 396;
  EXPECT_EQ(message_of([&] { make_kernel(desc, kPlain); }),
            "Out: Strides 1 reach 400 bytes, past TotalTensorSizeInBytes, which is 396");
}

}  // namespace
}  // namespace modlab::d3d12
