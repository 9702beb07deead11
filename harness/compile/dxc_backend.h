#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace modlab::compile {

/// A kernel takes a tenth of a second on a slow machine; one that takes this long will never finish. Two attempts fit
/// into the 60 s that a variant has by default, so that a compiler that hangs is not taken for a device that does.
inline constexpr std::chrono::seconds kDxcTimeLimit{25};

struct DxcAnswer {
  std::vector<std::byte> bytecode;  ///< empty where DXC refused; the messages say why
  std::string messages;
};

/// One way to run DXC. Safe to call from several threads. Throws VariantFailure with compiler_failed where DXC crashes,
/// hangs or cannot be run.
class DxcBackend {
 public:
  DxcBackend() = default;
  DxcBackend(const DxcBackend&) = delete;
  DxcBackend& operator=(const DxcBackend&) = delete;
  virtual ~DxcBackend() = default;

  /// DXC's own text, such as "1.10 (9757d44f)".
  [[nodiscard]] virtual std::string version() const = 0;

  /// Compiles a source without #include directives; `arguments` are those of DXC's command line.
  [[nodiscard]] virtual DxcAnswer compile(const std::string& source, const std::vector<std::string>& arguments) = 0;

  /// Nothing where DXC cannot disassemble it.
  [[nodiscard]] virtual std::optional<std::string> disassemble(const std::vector<std::byte>& bytecode) = 0;
};

// Each throws Error where nothing is there, or it is not DXC.

/// dxcompiler.dll or libdxcompiler.so; the latter from version 1.7.2212 on, because earlier ones have another vtable
/// layout.
std::unique_ptr<DxcBackend> open_dxc_library(const std::string& path);
/// The command-line program, looked up on the PATH where it is a plain name. It is started once per kernel.
std::unique_ptr<DxcBackend> open_dxc_program(const std::string& path,
                                             std::chrono::milliseconds time_limit = kDxcTimeLimit);
/// The server that scripts/setup-dxc provides. After a crash, the next kernel gets a new server.
std::unique_ptr<DxcBackend> open_dxc_server(const std::string& path,
                                            std::chrono::milliseconds time_limit = kDxcTimeLimit);

}  // namespace modlab::compile
