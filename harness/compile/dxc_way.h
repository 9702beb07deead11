#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace modlab {

/// Kernels take a tenth of a second on a slow machine; one that takes this long will not end.
inline constexpr std::chrono::seconds kDxcTimeLimit{60};

struct DxcAnswer {
  std::vector<std::byte> bytecode;  ///< empty where there is none, and then the messages say why
  std::string messages;
};

/// A way to DXC. Safe to call from several threads.
class DxcWay {
 public:
  DxcWay() = default;
  DxcWay(const DxcWay&) = delete;
  DxcWay& operator=(const DxcWay&) = delete;
  virtual ~DxcWay() = default;

  /// "1.10 (9757d44f)", or however DXC puts it.
  [[nodiscard]] virtual std::string version() const = 0;

  /// Compiles a source that includes nothing; `arguments` are those of DXC's command line.
  [[nodiscard]] virtual DxcAnswer compile(const std::string& source, const std::vector<std::string>& arguments) = 0;

  /// Bytecode as text; nothing where DXC makes nothing of it.
  [[nodiscard]] virtual std::optional<std::string> disassemble(const std::vector<std::byte>& bytecode) = 0;
};

// Each throws Error where there is no such thing, or it is no DXC.

/// dxcompiler.dll, libdxcompiler.so. The latter since version 1.7.2212: earlier ones have other tables of methods.
std::unique_ptr<DxcWay> open_dxc_library(const std::string& path);
/// The command-line program, looked up on the PATH where it is a plain name. It is started for every kernel.
std::unique_ptr<DxcWay> open_dxc_program(const std::string& path);
/// The server that scripts/setup-dxc provides. One that crashes costs the kernel it was asked for; the next one gets a
/// new server.
std::unique_ptr<DxcWay> open_dxc_server(const std::string& path);

}  // namespace modlab
