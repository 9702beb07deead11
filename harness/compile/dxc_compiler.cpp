#include "harness/compile/dxc_compiler.h"

#include <fmt/format.h>

#include <filesystem>
#include <string_view>
#include <utility>

#include "harness/compile/includes.h"
#include "harness/device/status.h"
#include "harness/system/environment.h"
#include "harness/system/path.h"
#include "kernels/error.h"

namespace modlab::compile {
namespace {

#if defined(_WIN32)
constexpr const char* kLibrary = "dxcompiler.dll";
#else
constexpr const char* kLibrary = "libdxcompiler.so";
#endif

std::vector<std::string> arguments_of(const ShaderRequest& request) {
  std::vector<std::string> arguments{
      "-T",  fmt::format("cs_{}_{}", request.shader_model.major, request.shader_model.minor),
      "-E",  request.entry,
      "-HV", "2021",
      "-O3",
  };
  // No source learns which files there are.
  for (const char* macro : {"-D__has_include(x)=0", "-D__has_include_next(x)=0", "-Wno-builtin-macro-redefined"})
    arguments.emplace_back(macro);
  if (request.strict) arguments.emplace_back("-Gis");  // remainders are full of infinities and NaNs
  if (request.native16) arguments.emplace_back("-enable-16bit-types");
  for (const Define& define : request.defines) arguments.push_back(fmt::format("-D{}={}", define.name, define.value));
  return arguments;
}

std::string source_of(const ShaderRequest& request, const ShaderSources& sources) try {
  return with_includes(request.file, sources);
} catch (const Error& too_many) {
  throw VariantFailure(Status::compiler_refused, too_many.what());
}

class DxcCompiler final : public Compiler {
 public:
  explicit DxcCompiler(std::unique_ptr<DxcBackend> backend) : backend_(std::move(backend)) {}

  [[nodiscard]] std::vector<CompilerId> ids() const override { return {CompilerId::dxc}; }
  [[nodiscard]] std::string version() const override { return "dxcompiler " + backend_->version(); }

  [[nodiscard]] Bytecode compile(const ShaderRequest& request, const ShaderSources& sources) override {
    if (!sources.contains(request.file))
      throw VariantFailure(Status::compiler_refused, fmt::format("no shader source is named {}", request.file));
    DxcAnswer answer = ask(source_of(request, sources), arguments_of(request));
    if (answer.bytecode.empty()) throw VariantFailure(Status::compiler_refused, answer.messages);
    return {std::move(answer.bytecode), std::move(answer.messages)};
  }

  [[nodiscard]] std::optional<std::string> disassemble(const Bytecode& bytecode) override {
    return backend_->disassemble(bytecode.bytes);
  }

 private:
  /// A failure is no answer: DXC may have been killed for memory that others have freed since. It gets a second
  /// attempt.
  [[nodiscard]] DxcAnswer ask(const std::string& source, const std::vector<std::string>& arguments) {
    try {
      return attempt(source, arguments);
    } catch (const VariantFailure&) {
      return attempt(source, arguments);
    }
  }

  [[nodiscard]] DxcAnswer attempt(const std::string& source, const std::vector<std::string>& arguments) {
    DxcAnswer answer = backend_->compile(source, arguments);
    answer.messages.erase(answer.messages.find_last_not_of(std::string_view("\0\r\n ", 4)) + 1);
    if (answer.bytecode.empty() && answer.messages.empty())
      throw VariantFailure(Status::compiler_failed, "DXC gave neither bytecode nor a reason");
    return answer;
  }

  std::unique_ptr<DxcBackend> backend_;
};

bool names_library(const std::string& path) {
  const std::string file = path_of(path).filename().string();
  return file.ends_with(".dll") || file.ends_with(".dylib") || file.find(".so") != std::string::npos;
}

/// Where DXC may be found, and whether it must be there.
struct Candidate {
  const char* kind;
  std::string path;
  std::unique_ptr<DxcBackend> (*open)(const std::string& path);
  bool required;
};

std::vector<Candidate> candidates() {
  const auto open_program = [](const std::string& path) { return open_dxc_program(path); };
  const auto open_server = [](const std::string& path) { return open_dxc_server(path); };
  std::vector<Candidate> all;
  if (const std::string path = environment("MODLAB_DXC"); !path.empty()) {
    if (names_library(path))
      all.push_back({"library", path, open_dxc_library, true});
    else
      all.push_back({"program", path, open_program, true});
  }
  all.push_back({"library", kLibrary, open_dxc_library, false});
  all.push_back({"program", "dxc", open_program, false});
  if (const std::string path = environment("MODLAB_DXC_SERVER");
      !path.empty() && std::filesystem::exists(path_of(path)))
    all.push_back({"server", path, open_server, true});
  return all;
}

}  // namespace

std::unique_ptr<Compiler> make_dxc_compiler(std::unique_ptr<DxcBackend> backend) {
  return std::make_unique<DxcCompiler>(std::move(backend));
}

std::vector<FoundDxc> find_dxc(std::size_t most) {
  std::vector<FoundDxc> found;
  for (const Candidate& candidate : candidates()) {
    if (found.size() == most) break;
    try {
      found.push_back(
          {fmt::format("{} {}", candidate.kind, candidate.path), make_dxc_compiler(candidate.open(candidate.path))});
    } catch (const Error&) {
      if (candidate.required) throw;
    }
  }
  return found;
}

}  // namespace modlab::compile
