#include <fmt/format.h>

#include <mutex>
#include <utility>

#include "harness/compile/dxc_backend.h"
#include "harness/compile/dxc_protocol.h"
#include "harness/device/status.h"
#include "harness/process/child_process.h"
#include "kernels/error.h"

namespace modlab::compile {
namespace {

class DxcServer final : public DxcBackend {
 public:
  DxcServer(std::string path, std::chrono::milliseconds time_limit) : path_(std::move(path)), time_limit_(time_limit) {
    try {
      const auto answer = ask("version", kDxcTimeLimit);
      if (answer[0] != "version") throw VariantFailure(Status::compiler_failed, answer[1]);
      version_ = answer[1];
    } catch (const VariantFailure& failure) {
      throw Error(fmt::format("{} is not a DXC server: {}; scripts/setup-dxc makes one", path_, failure.what()));
    }
  }

  [[nodiscard]] std::string version() const override { return version_; }

  [[nodiscard]] DxcAnswer compile(const std::string& source, const std::vector<std::string>& arguments) override {
    std::string request = "compile\t" + escaped(source);
    for (const std::string& argument : arguments) request += "\t" + escaped(argument);
    auto answer = ask(request, time_limit_);
    if (answer[0] == "refused" && answer[1] == "IDxcCompiler3::Compile failed")  // the server's words, not DXC's
      throw VariantFailure(Status::compiler_failed, answer[1]);
    if (answer[0] == "refused") return {{}, std::move(answer[1])};
    auto bytecode = parse_hexadecimal(answer[1]);
    if (!bytecode)
      throw VariantFailure(Status::compiler_failed, fmt::format("{} sent bytecode that is not hexadecimal", path_));
    return {*std::move(bytecode), std::move(answer[2])};
  }

  [[nodiscard]] std::optional<std::string> disassemble(const std::vector<std::byte>& bytecode) override {
    auto answer = ask("disassemble\t" + hexadecimal_of(bytecode), time_limit_);
    return answer[0] == "ok" ? std::optional(std::move(answer[1])) : std::nullopt;
  }

 private:
  /// Each request has a server to itself; there are as many servers as there have been concurrent requests. One that
  /// does not answer as agreed is ended, lest its answer come to the next request.
  std::vector<std::string> ask(const std::string& request, std::chrono::milliseconds limit) {
    const auto failed = [](std::string how) { return VariantFailure(Status::compiler_failed, how); };
    std::unique_ptr<process::ChildProcess> server = take();
    server->write(request + "\n");
    std::string answer;
    const process::ReadResult result = server->read_line(answer, limit);
    if (result == process::ReadResult::timeout)
      throw failed(fmt::format("DXC took longer than {:g} s", std::chrono::duration<double>(limit).count()));
    if (result == process::ReadResult::closed) throw failed(fmt::format("DXC's server {}", server->end()));
    std::vector<std::string> fields = fields_of(answer);
    if (fields[0] != "ok" && fields[0] != "refused" && fields[0] != "version")
      throw failed(fmt::format("DXC's server said '{:.80}'", answer));
    const std::scoped_lock lock(mutex_);
    idle_.push_back(std::move(server));
    return fields;
  }

  std::unique_ptr<process::ChildProcess> take() try {
    const std::scoped_lock lock(mutex_);
    if (idle_.empty()) return std::make_unique<process::ChildProcess>(std::vector{path_});
    std::unique_ptr<process::ChildProcess> server = std::move(idle_.back());
    idle_.pop_back();
    return server;
  } catch (const Error& not_started) {
    throw VariantFailure(Status::compiler_failed, not_started.what());
  }

  std::string path_;
  std::chrono::milliseconds time_limit_;
  std::string version_;
  std::mutex mutex_;  ///< guards what follows
  std::vector<std::unique_ptr<process::ChildProcess>> idle_;
};

}  // namespace

std::unique_ptr<DxcBackend> open_dxc_server(const std::string& path, std::chrono::milliseconds time_limit) {
  return std::make_unique<DxcServer>(path, time_limit);
}

}  // namespace modlab::compile
