#include <vkd3d_shader.h>

#include <algorithm>

#include "harness/compile/d3d_compile_function.h"
#include "harness/compile/source_map.h"
#include "harness/d3d12/vkd3d_log.h"
#include "harness/system/com_ptr.h"
#include "kernels/error.h"

namespace modlab::compile {
namespace {

/// The preprocessor's own messages: it numbers them from 4000 to 4999, and knows where they come from.
std::string of_preprocessor(const std::string& messages) {
  std::string chosen;
  for (std::size_t at = 0; at < messages.size();) {
    const std::size_t end = std::min(messages.find('\n', at), messages.size());
    const std::string message = messages.substr(at, end - at);
    if (message.find(": E4") != std::string::npos || message.find(": W4") != std::string::npos)
      chosen += message + "\n";
    at = end + 1;
  }
  return chosen;
}

}  // namespace

D3dCompileFunction find_d3d_compile() {
  d3d12::silence_vkd3d();
  return {&D3DCompile, &D3DDisassemble, vkd3d_shader_get_version(nullptr, nullptr)};
}

std::string locate_messages(std::string messages, const ShaderRequest& request, const ShaderSources& sources) try {
  const MarkedSource marked = mark_lines(request.file, sources);
  const auto macros = macros_of(request);
  ComPtr<ID3DBlob> preprocessed;
  ComPtr<ID3DBlob> ignored;
  if (FAILED(D3DPreprocess(marked.text.data(), marked.text.size(), request.file.c_str(), macros.data(), nullptr,
                           preprocessed.receive(), ignored.receive())))
    return messages;  // the preprocessor itself refused the shader, and its messages have the right lines

  const LocatedSource located =
      locate_lines({static_cast<const char*>(preprocessed->GetBufferPointer()), preprocessed->GetBufferSize()}, marked);
  ComPtr<ID3DBlob> code;
  ComPtr<ID3DBlob> again;
  D3DCompile(located.text.data(), located.text.size(), request.file.c_str(), nullptr, nullptr, request.entry.c_str(),
             target_of(request).c_str(), 0, 0, code.receive(), again.receive());
  return of_preprocessor(messages) + with_origins(text_of(again.get()), request.file, located);
} catch (const Error&) {
  return messages;  // includes that the compiler passed over are too many to follow
}

}  // namespace modlab::compile
