#include <fmt/format.h>

#include <mutex>
#include <utility>

#include "harness/compile/dxc_backend.h"
#include "harness/compile/dxc_protocol.h"
#include "harness/process/child_process.h"
#include "kernels/error.h"

namespace modlab {
namespace {

class DxcServer final : public DxcBackend {
 public:
  explicit DxcServer(std::string path) : path_(std::move(path)) {
    const auto answer = ask("version");
    if (answer[0] != "version")
      throw Error(fmt::format("{} is not a DXC server: {}; scripts/setup-dxc makes one", path_, answer[1]));
    version_ = answer[1];
  }

  [[nodiscard]] std::string version() const override { return version_; }

  [[nodiscard]] DxcAnswer compile(const std::string& source, const std::vector<std::string>& arguments) override {
    std::string request = "compile\t" + escaped(source);
    for (const std::string& argument : arguments) request += "\t" + escaped(argument);
    auto answer = ask(request);
    if (answer[0] != "ok") return {{}, std::move(answer[1])};
    auto bytecode = parse_hexadecimal(answer[1]);
    if (!bytecode) return {{}, fmt::format("{} sent bytecode that is not hexadecimal", path_)};
    return {*std::move(bytecode), std::move(answer[2])};
  }

  [[nodiscard]] std::optional<std::string> disassemble(const std::vector<std::byte>& bytecode) override {
    auto answer = ask("disassemble\t" + hexadecimal_of(bytecode));
    return answer[0] == "ok" ? std::optional(std::move(answer[1])) : std::nullopt;
  }

 private:
  /// Each request has a server to itself; there are as many servers as there have been concurrent requests.
  std::vector<std::string> ask(const std::string& request) {
    std::unique_ptr<ChildProcess> server = take();
    server->write(request + "\n");
    std::string answer;
    const ReadResult result = server->read_line(answer, kDxcTimeLimit);
    if (result == ReadResult::timeout)
      return {"refused", fmt::format("DXC took longer than {} s", kDxcTimeLimit.count()), {}};
    if (result == ReadResult::closed) return {"refused", fmt::format("DXC's server {}", server->end()), {}};
    const std::scoped_lock lock(mutex_);
    idle_.push_back(std::move(server));
    return fields_of(answer);
  }

  std::unique_ptr<ChildProcess> take() {
    const std::scoped_lock lock(mutex_);
    if (idle_.empty()) return std::make_unique<ChildProcess>(std::vector{path_});
    std::unique_ptr<ChildProcess> server = std::move(idle_.back());
    idle_.pop_back();
    return server;
  }

  std::string path_;
  std::string version_;
  std::mutex mutex_;  ///< guards what follows
  std::vector<std::unique_ptr<ChildProcess>> idle_;
};

}  // namespace

std::unique_ptr<DxcBackend> open_dxc_server(const std::string& path) { return std::make_unique<DxcServer>(path); }

}  // namespace modlab
