#include "harness/compile/d3d_compiler.h"

#include <fmt/format.h>

#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "harness/compile/d3d_compile_function.h"
#include "harness/compile/includes.h"
#include "harness/device/status.h"
#include "harness/system/com_ptr.h"
#include "harness/system/hresult.h"

namespace modlab::compile {
namespace {

// D3DCOMPILE_IEEE_STRICTNESS and D3DCOMPILE_OPTIMIZATION_LEVEL3, which vkd3d_utils.h does not define. Without the
// first, a compiler may assume that there are no infinities and NaNs, and remainders are full of them.
constexpr UINT kIeeeStrictness = 1U << 13U;
constexpr UINT kOptimizationLevel3 = 1U << 15U;

#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wnon-virtual-dtor"  // COM interfaces have none; nobody deletes through them
#endif
/// Serves #include from the sources, within the limits of includes.h, and remembers why it did not.
class SourceInclude final : public ID3DInclude {
 public:
  explicit SourceInclude(const ShaderSources& sources) : sources_(sources) {}

  /// What the compiler gets of the first file.
  const std::string& begin(const std::string& file) {
    const std::string& text = text_of_source(*sources_.find(file));
    bytes_ = text.size();
    return text;
  }

  HRESULT MODLAB_STDCALL Open(D3D_INCLUDE_TYPE /*type*/, const char* name, const void* /*parent*/, const void** data,
                              UINT* bytes) override {
    const auto source = sources_.find(name);
    if (source == sources_.end()) {
      missing_.insert(name);
      return E_FAIL;
    }
    const std::string& text = text_of_source(*source);
    bytes_ += text.size() + 2 * jump_bytes(name);  // there and back
    if (bytes_ > kMaxIncludedBytes) excess_ = too_large_text();
    if (depth_ == kMaxIncludeDepth) excess_ = too_deep_text();
    if (!excess_.empty()) return E_FAIL;
    ++depth_;
    *data = text.data();
    *bytes = static_cast<UINT>(text.size());
    return S_OK;
  }

  HRESULT MODLAB_STDCALL Close(const void* /*data*/) override {
    --depth_;
    return S_OK;
  }

  [[nodiscard]] const std::set<std::string>& missing() const { return missing_; }
  /// Which limit was reached; empty where none was.
  [[nodiscard]] const std::string& excess() const { return excess_; }

 private:
  const std::string& text_of_source(const ShaderSources::value_type& source) {
    auto [text, is_new] = texts_.try_emplace(source.first);
    if (is_new) text->second = with_plain_includes(source.second);
    return text->second;
  }

  const ShaderSources& sources_;
  std::map<std::string_view, std::string> texts_;
  std::size_t bytes_ = 0;
  std::size_t depth_ = 1;  // the first file counts
  std::string excess_;
  std::set<std::string> missing_;
};
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

class D3dCompiler final : public Compiler {
 public:
  explicit D3dCompiler(D3dCompileFunction function) : function_(std::move(function)) {}

  [[nodiscard]] std::vector<CompilerId> ids() const override { return {CompilerId::d3dcompile}; }
  [[nodiscard]] std::string version() const override { return function_.version; }

  [[nodiscard]] Bytecode compile(const ShaderRequest& request, const ShaderSources& sources) override {
    if (!sources.contains(request.file))
      throw VariantFailure(Status::compiler_refused, fmt::format("no shader source is named {}", request.file));

    const auto macros = macros_of(request);
    const std::string target = target_of(request);
    SourceInclude include(sources);
    const std::string& source = include.begin(request.file);
    ComPtr<ID3DBlob> code;
    ComPtr<ID3DBlob> messages;
    const HRESULT result = function_.compile(
        source.data(), source.size(), request.file.c_str(), macros.data(), &include, request.entry.c_str(),
        target.c_str(), kIeeeStrictness | kOptimizationLevel3, 0, code.receive(), messages.receive());
    if (result == E_OUTOFMEMORY) throw VariantFailure(Status::compiler_failed, hresult_text(result));
    if (!include.excess().empty())
      throw VariantFailure(Status::compiler_refused, fmt::format("{}: {}", request.file, include.excess()));
    std::string diagnostics = text_of(messages.get());
    if (!diagnostics.empty()) diagnostics = locate_messages(std::move(diagnostics), request, sources);
    if (FAILED(result)) {
      for (const std::string& name : include.missing())
        diagnostics += fmt::format("{}no shader source is named {}", diagnostics.empty() ? "" : "\n", name);
      if (diagnostics.empty()) diagnostics = fmt::format("{} for {}: {}", request.file, target, hresult_text(result));
      throw VariantFailure(Status::compiler_refused, diagnostics);
    }
    const auto* first = static_cast<const std::byte*>(code->GetBufferPointer());
    return {std::vector<std::byte>(first, first + code->GetBufferSize()), std::move(diagnostics)};
  }

  [[nodiscard]] std::optional<std::string> disassemble(const Bytecode& bytecode) override {
    ComPtr<ID3DBlob> text;
    if (FAILED(function_.disassemble(bytecode.bytes.data(), bytecode.bytes.size(), 0, nullptr, text.receive())))
      return std::nullopt;
    return text_of(text.get());
  }

 private:
  D3dCompileFunction function_;
};

}  // namespace

std::string target_of(const ShaderRequest& request) {
  return fmt::format("cs_{}_{}", request.shader_model.major, request.shader_model.minor);
}

std::vector<D3D_SHADER_MACRO> macros_of(const ShaderRequest& request) {
  std::vector<D3D_SHADER_MACRO> macros;
  for (const Define& define : request.defines) macros.push_back({define.name.c_str(), define.value.c_str()});
  macros.push_back({nullptr, nullptr});
  return macros;
}

std::string text_of(ID3DBlob* messages) {
  if (messages == nullptr) return {};
  std::string text(static_cast<const char*>(messages->GetBufferPointer()), messages->GetBufferSize());
  text.erase(text.find_last_not_of(std::string_view("\0\r\n ", 4)) + 1);
  return text;
}

std::unique_ptr<Compiler> make_d3d_compiler() { return make_d3d_compiler(find_d3d_compile()); }

std::unique_ptr<Compiler> make_d3d_compiler(D3dCompileFunction function) {
  return std::make_unique<D3dCompiler>(std::move(function));
}

}  // namespace modlab::compile
