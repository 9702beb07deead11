#include <fmt/format.h>

#include <iterator>
#include <mutex>
#include <string_view>
#include <utility>

#include "harness/compile/dxc_backend.h"
#include "harness/process/child_process.h"
#include "kernels/error.h"

namespace modlab {
namespace {

// dxc_server/server.cpp describes the protocol.

std::string escaped(std::string_view text) {
  std::string line;
  line.reserve(text.size() + text.size() / 16);
  for (const char letter : text) {
    if (letter == '\n')
      line += "\\n";
    else if (letter == '\t')
      line += "\\t";
    else if (letter == '\\')
      line += "\\\\";
    else
      line += letter;
  }
  return line;
}

/// The fields of a line, unescaped; padded to three, so that indexing is safe.
std::vector<std::string> fields_of(std::string_view line) {
  std::vector<std::string> fields(1);
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\t') {
      fields.emplace_back();
      continue;
    }
    char letter = line[i];
    if (letter == '\\' && i + 1 < line.size()) {
      letter = line[++i];
      letter = letter == 'n' ? '\n' : letter == 't' ? '\t' : letter;
    }
    fields.back() += letter;
  }
  if (fields.size() < 3) fields.resize(3);
  return fields;
}

std::string hexadecimal_of(const std::vector<std::byte>& bytes) {
  std::string text;
  text.reserve(2 * bytes.size());
  for (const std::byte byte : bytes)
    fmt::format_to(std::back_inserter(text), "{:02x}", std::to_integer<unsigned>(byte));
  return text;
}

int digit(char letter) { return letter <= '9' ? letter - '0' : letter - 'a' + 10; }

std::vector<std::byte> bytes_of(std::string_view hexadecimal) {
  std::vector<std::byte> bytes;
  bytes.reserve(hexadecimal.size() / 2);
  for (std::size_t i = 0; i + 1 < hexadecimal.size(); i += 2)
    bytes.push_back(static_cast<std::byte>(digit(hexadecimal[i]) * 16 + digit(hexadecimal[i + 1])));
  return bytes;
}

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
    return {bytes_of(answer[1]), std::move(answer[2])};
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
