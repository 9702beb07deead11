#pragma once

#include <memory>
#include <string>
#include <vector>

#include "harness/compile/compiler.h"
#include "harness/d3d12/api.h"

namespace modlab::compile {

/// D3DCompile, from wherever this platform has it.
struct D3dCompileFunction {
  using Pointer = HRESULT(MODLAB_STDCALL*)(const void* source, SIZE_T bytes, const char* file,
                                           const D3D_SHADER_MACRO* defines, ID3DInclude* include, const char* entry,
                                           const char* target, UINT flags, UINT effect_flags, ID3DBlob** code,
                                           ID3DBlob** messages);
  using Disassemble = HRESULT(MODLAB_STDCALL*)(const void* code, SIZE_T bytes, UINT flags, const char* comments,
                                               ID3DBlob** text);
  Pointer compile;
  Disassemble disassemble;
  std::string version;
};

/// Throws Error where there is none.
D3dCompileFunction find_d3d_compile();

/// Other functions are for tests.
std::unique_ptr<Compiler> make_d3d_compiler(D3dCompileFunction function);

/// The compiler's messages with file names and lines corrected.
std::string locate_messages(std::string messages, const ShaderRequest& request, const ShaderSources& sources);

// A request in the function's terms.
std::string target_of(const ShaderRequest& request);
std::vector<D3D_SHADER_MACRO> macros_of(const ShaderRequest& request);  ///< points into the request
std::string text_of(ID3DBlob* messages);

}  // namespace modlab::compile
