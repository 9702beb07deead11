#include <filesystem>

#include "harness/compile/d3d_compile_function.h"
#include "harness/system/shared_library.h"

namespace modlab::compile {

D3dCompileFunction find_d3d_compile() {
  // The oldest version with shader model 5.1. A copy next to the program takes precedence over the system's.
  const SharedLibrary library("d3dcompiler_47.dll",
                              "Windows has it since version 8.1; a copy next to the program will do");
  return {library.require<D3dCompileFunction::Pointer>("D3DCompile"),
          library.require<D3dCompileFunction::Disassemble>("D3DDisassemble"),
          "d3dcompiler_47 " + library.file_version()};
}

/// The compiler prefixes every file name with the working directory.
std::string locate_messages(std::string messages, const ShaderRequest& /*request*/, const ShaderSources& /*sources*/) {
  const std::string prefix = std::filesystem::current_path().string() + "\\";
  for (std::size_t at = messages.find(prefix); at != std::string::npos; at = messages.find(prefix, at))
    messages.erase(at, prefix.size());
  return messages;
}

}  // namespace modlab::compile
