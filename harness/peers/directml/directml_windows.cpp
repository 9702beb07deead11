#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "harness/d3d12/check.h"
#include "harness/d3d12/d3d12_kernel.h"
#include "harness/d3d12/native.h"
#include "harness/device/peer.h"
#include "harness/device/status.h"
#include "harness/system/hresult.h"
#include "harness/system/shared_library.h"
#include "harness/system/wide_text.h"
#include "kernels/error.h"
#include "kernels/modulus/directml_desc.h"

namespace modlab::directml {
namespace {

using namespace d3d12;

using CreateDmlDevice = HRESULT(WINAPI*)(ID3D12Device*, DML_CREATE_DEVICE_FLAGS, DML_FEATURE_LEVEL, REFIID, void**);

/// The level at which tensors may have up to eight dimensions.
constexpr DML_FEATURE_LEVEL kLevel = DML_FEATURE_LEVEL_3_0;

DML_BINDING_PROPERTIES properties_of(IDMLDispatchable* dispatchable) {
#if defined(_MSC_VER)
  return dispatchable->GetBindingProperties();
#else
  // Microsoft's compilers pass `this` before the place for a returned struct, others the place first.
  using Method = void(WINAPI*)(IDMLDispatchable*, DML_BINDING_PROPERTIES*);
  constexpr std::size_t kSlot = 8;  // after the methods of IUnknown, IDMLObject and IDMLDeviceChild
  DML_BINDING_PROPERTIES properties{};
  (*reinterpret_cast<Method**>(dispatchable))[kSlot](dispatchable, &properties);
  return properties;
#endif
}

/// The operators are compiled as DirectML compiles them unless it is asked for something else.
constexpr DML_EXECUTION_FLAGS kExecutionFlags = DML_EXECUTION_FLAG_NONE;
constexpr const char* kExecutionFlagsText = "execution flags: none";

/// "DirectML 1.15.4.0 (execution flags: none)", of the file whose code the device runs: the library that was opened may
/// stand in front of it.
std::string description_of(IDMLDevice* dml, const SharedLibrary& opened) {
  HMODULE module = nullptr;
  const void* const method = **reinterpret_cast<void***>(dml);
  constexpr DWORD kOwner = GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT;
  std::wstring path(32768, L'\0');  // the longest path Windows has
  std::string version;
  if (GetModuleHandleExW(kOwner, static_cast<const wchar_t*>(method), &module) != 0 &&
      GetModuleFileNameW(module, path.data(), static_cast<DWORD>(path.size())) > 0)
    version = SharedLibrary(narrowed(path.c_str()), "").file_version();
  else
    version = opened.file_version();
  return fmt::format("DirectML {} ({})", version.empty() ? "of unknown version" : version, kExecutionFlagsText);
}

/// A part of a buffer as DirectML binds it.
class Binding {
 public:
  Binding(ID3D12Resource* resource, std::uint64_t bytes, std::uint64_t offset = 0) : buffer_{resource, offset, bytes} {}

  [[nodiscard]] DML_BINDING_DESC desc() const {
    return buffer_.Buffer != nullptr ? DML_BINDING_DESC{DML_BINDING_TYPE_BUFFER, &buffer_}
                                     : DML_BINDING_DESC{DML_BINDING_TYPE_NONE, nullptr};
  }

 private:
  DML_BUFFER_BINDING buffer_;
};

/// What all operators of one DirectML share.
struct DirectMl {
  ID3D12Device* device;
  ComPtr<IDMLDevice> dml;
  ComPtr<IDMLCommandRecorder> recorder;
};

/// An operator, compiled and initialised.
class DirectMlKernel final : public D3d12Kernel {
 public:
  DirectMlKernel(std::shared_ptr<const DirectMl> shared, Queue& queue, const modulus::ModulusDesc& desc,
                 std::shared_ptr<const DeviceFate> fate)
      : shared_(std::move(shared)), desc_(desc), fate_(std::move(fate)) {
    ComPtr<IDMLOperator> modulus;
    ask(shared_->dml->CreateOperator(&desc_.get(), iid_of<IDMLOperator>(), modulus.receive_void()), "this operator");
    ask(shared_->dml->CompileOperator(modulus.get(), kExecutionFlags, iid_of<IDMLCompiledOperator>(),
                                      operator_.receive_void()),
        "to compile this operator");
    const DML_BINDING_PROPERTIES own = properties_of(operator_.get());
    descriptors_ = std::max(1U, own.RequiredDescriptorCount);
    persistent_ = memory(own.PersistentResourceSize, "DirectML's persistent memory");
    temporary_ = memory(own.TemporaryResourceSize, "DirectML's temporary memory");
    initialise(queue, own);
  }

  ~DirectMlKernel() override {
    if (!fate_->abandoned()) return;
    DeviceFate::leak(operator_.detach());
    DeviceFate::leak(persistent_.detach());
    DeviceFate::leak(temporary_.detach());
    for (auto& [first, table] : tables_) DeviceFate::leak(table.detach());
  }

  [[nodiscard]] const std::string& name() const override { return name_; }
  [[nodiscard]] UINT descriptor_count(const Launch&) const override { return descriptors_; }

  void write_descriptors(const Launch& launch, const DescriptorHeap& heap, UINT first) const override {
    ComPtr<IDMLBindingTable>& table = tables_[first];
    table = make_table(operator_.get(), heap, first, descriptors_);
    bind_memory(table.get(), properties_of(operator_.get()));
    const auto bound = [](const BufferAt& place) {
      return Binding(concrete(*place.buffer).resource(), place.buffer->bytes() - place.offset, place.offset);
    };
    const Binding a = bound(launch.buffers[modulus::kTensorA]);
    const Binding b = bound(launch.buffers[modulus::kTensorB]);
    const Binding out = bound(launch.buffers[modulus::kTensorOut]);
    const DML_BINDING_DESC inputs[] = {a.desc(), b.desc()};
    const DML_BINDING_DESC outputs[] = {out.desc()};
    table->BindInputs(2, inputs);
    table->BindOutputs(1, outputs);
    ask(shared_->dml->GetDeviceRemovedReason(), "these buffers");
  }

  void use_buffers(Recording& recording, const Launch& launch) const override {
    for (const BufferAt& place : launch.buffers)
      recording.use(concrete(*place.buffer), D3D12_RESOURCE_STATE_UNORDERED_ACCESS);
  }

  void record(Recording& recording, const Launch&, const DescriptorHeap&, UINT first, const Launch*) const override {
    shared_->recorder->RecordDispatch(recording.list(), operator_.get(), tables_.at(first).get());
  }

 private:
  /// DirectML's answer to a request, which completes "DirectML refuses …".
  void ask(HRESULT result, std::string_view request) const {
    check_alive(shared_->device, "a call of DirectML");
    if (FAILED(result))
      throw VariantFailure(Status::device_refused,
                           fmt::format("DirectML refuses {}: {}", request, hresult_text(result)));
  }

  [[nodiscard]] ComPtr<ID3D12Resource> memory(std::uint64_t bytes, std::string_view name) const {
    return bytes > 0 ? make_resource(shared_->device, bytes, D3D12_HEAP_TYPE_DEFAULT, name) : ComPtr<ID3D12Resource>();
  }

  [[nodiscard]] ComPtr<IDMLBindingTable> make_table(IDMLDispatchable* dispatchable, const DescriptorHeap& heap,
                                                    UINT first, UINT count) const {
    const DML_BINDING_TABLE_DESC desc{.Dispatchable = dispatchable,
                                      .CPUDescriptorHandle = heap.cpu(first),
                                      .GPUDescriptorHandle = heap.gpu(first),
                                      .SizeInDescriptors = count};
    ComPtr<IDMLBindingTable> table;
    ask(shared_->dml->CreateBindingTable(&desc, iid_of<IDMLBindingTable>(), table.receive_void()), "a binding table");
    return table;
  }

  void bind_memory(IDMLBindingTable* table, const DML_BINDING_PROPERTIES& needed) const {
    if (needed.TemporaryResourceSize > 0) {
      const Binding temporary(temporary_.get(), needed.TemporaryResourceSize);
      const DML_BINDING_DESC desc = temporary.desc();
      table->BindTemporaryResource(&desc);
    }
    if (needed.PersistentResourceSize > 0) {
      const Binding persistent(persistent_.get(), needed.PersistentResourceSize);
      const DML_BINDING_DESC desc = persistent.desc();
      table->BindPersistentResource(&desc);
    }
  }

  void initialise(Queue& queue, const DML_BINDING_PROPERTIES& own) {
    ComPtr<IDMLOperatorInitializer> initializer;
    IDMLCompiledOperator* const operators[] = {operator_.get()};
    ask(shared_->dml->CreateOperatorInitializer(1, operators, iid_of<IDMLOperatorInitializer>(),
                                                initializer.receive_void()),
        "an initializer");
    const DML_BINDING_PROPERTIES needed = properties_of(initializer.get());
    DescriptorHeap heap(shared_->device);
    const UINT count = std::max(1U, needed.RequiredDescriptorCount);
    heap.reserve(count);
    const ComPtr<IDMLBindingTable> table = make_table(initializer.get(), heap, 0, count);
    const ComPtr<ID3D12Resource> scratch = memory(needed.TemporaryResourceSize, "DirectML's memory to start with");
    if (scratch) {
      const Binding temporary(scratch.get(), needed.TemporaryResourceSize);
      const DML_BINDING_DESC desc = temporary.desc();
      table->BindTemporaryResource(&desc);
    }
    if (persistent_) {
      const Binding persistent(persistent_.get(), own.PersistentResourceSize);
      const DML_BINDING_DESC desc = persistent.desc();
      table->BindOutputs(1, &desc);
    }
    Recording recording(queue, "DirectML's initialisation");
    ID3D12DescriptorHeap* const heaps[] = {heap.get()};
    recording->SetDescriptorHeaps(1, heaps);
    shared_->recorder->RecordDispatch(recording.list(), initializer.get(), table.get());
    recording.run();
    ask(shared_->dml->GetDeviceRemovedReason(), "to start this operator");
  }

  std::shared_ptr<const DirectMl> shared_;
  modulus::DirectMlDesc desc_;
  std::shared_ptr<const DeviceFate> fate_;
  std::string name_ = "DirectML";
  ComPtr<IDMLCompiledOperator> operator_;
  ComPtr<ID3D12Resource> persistent_;
  ComPtr<ID3D12Resource> temporary_;
  UINT descriptors_ = 0;
  /// By their first descriptor: where the launches of the batch at hand have their bindings.
  mutable std::map<UINT, ComPtr<IDMLBindingTable>> tables_;
};

class DirectMlPeer final : public Peer {
 public:
  DirectMlPeer(const Native& native, const SharedLibrary& library) : queue_(native.queue), fate_(native.fate) {
    auto shared = std::make_shared<DirectMl>();
    shared->device = native.device;
    const auto create = library.require<CreateDmlDevice>("DMLCreateDevice1");
    start(create(native.device, DML_CREATE_DEVICE_FLAG_NONE, kLevel, iid_of<IDMLDevice>(), shared->dml.receive_void()),
          library);
    start(shared->dml->CreateCommandRecorder(iid_of<IDMLCommandRecorder>(), shared->recorder.receive_void()), library);
    description_ = description_of(shared->dml.get(), library);
    shared_ = std::move(shared);
  }

  [[nodiscard]] const std::string& description() const override { return description_; }

  [[nodiscard]] std::unique_ptr<Kernel> make_kernel(const std::any& operation) override {
    const auto* const desc = std::any_cast<ModulusDesc>(&operation);
    if (desc == nullptr) throw VariantFailure(Status::device_refused, "DirectML has no such operator");
    return std::make_unique<DirectMlKernel>(shared_, queue_, *desc, fate_);
  }

 private:
  static void start(HRESULT result, const SharedLibrary& library) {
    if (FAILED(result))
      throw Error(fmt::format("{} does not start on this device: {}", library.path(), hresult_text(result)));
  }

  Queue& queue_;
  std::shared_ptr<const DeviceFate> fate_;
  std::string description_;
  std::shared_ptr<const DirectMl> shared_;
};

}  // namespace

std::unique_ptr<Peer> open(Device& device, const std::string& library) {
  const bool named = !library.empty();
  return std::make_unique<DirectMlPeer>(
      native_of(device),
      SharedLibrary(named ? library : "DirectML.dll",
                    named ? "--directml takes Microsoft's DirectML.dll"
                          : "it was looked for beside the program and among the system's; --directml names another"));
}

}  // namespace modlab::directml
