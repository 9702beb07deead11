#include <fmt/format.h>

#include "harness/compile/dxc_api.h"
#include "harness/compile/dxc_backend.h"
#include "harness/device/status.h"
#include "harness/system/shared_library.h"
#include "kernels/error.h"

namespace modlab::compile {
namespace {

/// Owns one reference to one of DXC's objects.
template <typename Object>
class Owned {
 public:
  Owned() = default;
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;
  ~Owned() {
    if (object_ != nullptr) object_->release();
  }

  Object** receive() { return &object_; }
  void** receive_void() { return reinterpret_cast<void**>(&object_); }
  Object* operator->() const { return object_; }
  explicit operator bool() const { return object_ != nullptr; }

 private:
  Object* object_ = nullptr;
};

/// Its bytes; none where there is no blob.
template <typename Bytes>
Bytes content_of(const Owned<dxc::Blob>& blob) {
  if (!blob) return {};
  const auto* first = static_cast<const typename Bytes::value_type*>(blob->pointer());
  return {first, first + blob->bytes()};
}

class DxcLibrary final : public DxcBackend {
 public:
  explicit DxcLibrary(const std::string& path)
      : library_(path, "DXC comes with its own releases, the Vulkan SDK or scripts/setup-dxc"),
        create_(library_.require<dxc::CreateInstance>("DxcCreateInstance")) {
    Owned<dxc::Compiler> compiler;
    make(compiler);
    Owned<dxc::VersionInfo> info;
    if (compiler->query_interface(dxc::kVersionInfoId, info.receive_void()) < 0) return;
    std::uint32_t major = 0;
    std::uint32_t minor = 0;
    info->version(&major, &minor);
    version_ = fmt::format("{}.{}", major, minor);
    std::uint32_t commits = 0;
    char* hash = nullptr;  // leaked: not every system can free what DXC's allocator made; a few bytes, once
    if (info->commit(&commits, &hash) >= 0 && hash != nullptr) version_ += fmt::format(" ({})", hash);
  }

  [[nodiscard]] std::string version() const override { return version_; }

  [[nodiscard]] DxcAnswer compile(const std::string& source, const std::vector<std::string>& arguments) override {
    std::vector<std::wstring> wide;
    for (const std::string& argument : arguments) wide.emplace_back(argument.begin(), argument.end());
    std::vector<const wchar_t*> pointers;
    for (const std::wstring& argument : wide) pointers.push_back(argument.c_str());

    Owned<dxc::Compiler> compiler;  // per call: one object cannot serve several threads
    make(compiler);
    const dxc::Buffer buffer{source.data(), source.size(), dxc::kUtf8};
    Owned<dxc::OperationResult> result;
    dxc::Result status = compiler->compile(&buffer, pointers.data(), static_cast<std::uint32_t>(pointers.size()),
                                           nullptr, dxc::kResultId, result.receive_void());
    if (status < 0 || !result)
      throw VariantFailure(Status::compiler_failed,
                           fmt::format("IDxcCompiler3::Compile gave {:#010x}", static_cast<std::uint32_t>(status)));
    Owned<dxc::Blob> messages;
    result->errors(messages.receive());
    Owned<dxc::Blob> bytecode;
    if (result->status(&status) >= 0 && status >= 0) result->result(bytecode.receive());
    return {content_of<std::vector<std::byte>>(bytecode), content_of<std::string>(messages)};
  }

  [[nodiscard]] std::optional<std::string> disassemble(const std::vector<std::byte>& bytecode) override {
    Owned<dxc::Compiler> compiler;
    make(compiler);
    const dxc::Buffer buffer{bytecode.data(), bytecode.size(), 0};
    Owned<dxc::OperationResult> result;
    dxc::Result status = compiler->disassemble(&buffer, dxc::kResultId, result.receive_void());
    if (status < 0 || !result || result->status(&status) < 0 || status < 0) return std::nullopt;
    Owned<dxc::Blob> text;
    result->result(text.receive());
    std::string content = content_of<std::string>(text);
    return content.substr(0, content.find('\0'));  // DXC counts the terminator
  }

 private:
  void make(Owned<dxc::Compiler>& compiler) const {
    if (create_(dxc::kCompilerClass, dxc::kCompilerId, compiler.receive_void()) < 0)
      throw Error(fmt::format("{} has no IDxcCompiler3; DXC 1.5 and later have it", library_.path()));
  }

  SharedLibrary library_;
  dxc::CreateInstance create_;
  std::string version_ = "of unknown version";
};

}  // namespace

std::unique_ptr<DxcBackend> open_dxc_library(const std::string& path) { return std::make_unique<DxcLibrary>(path); }

}  // namespace modlab::compile
