#include <fmt/format.h>

#include <filesystem>
#include <random>
#include <string_view>
#include <system_error>

#include "harness/compile/dxc_backend.h"
#include "harness/device/status.h"
#include "harness/process/child_process.h"
#include "harness/system/file.h"
#include "kernels/error.h"

namespace modlab::compile {
namespace {

namespace fs = std::filesystem;

// Where its files cannot be written, that says nothing about the variant.

class TemporaryFolder {
 public:
  TemporaryFolder() try {
    std::random_device random;
    path_ = fs::temp_directory_path() / fmt::format("modlab-dxc-{:08x}{:08x}", random(), random());
    fs::create_directories(path_);
  } catch (const fs::filesystem_error& not_created) {
    throw VariantFailure(Status::compiler_failed, not_created.what());
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }

  [[nodiscard]] fs::path operator/(const char* name) const { return path_ / name; }

 private:
  fs::path path_;
};

void write(const fs::path& path, std::string_view content) try {
  replace_file(path, content, Sync::no);
} catch (const Error& not_written) {
  throw VariantFailure(Status::compiler_failed, not_written.what());
}

class DxcProgram final : public DxcBackend {
 public:
  DxcProgram(std::string path, std::chrono::milliseconds time_limit) : path_(std::move(path)), time_limit_(time_limit) {
    process::ChildProcess child({path_, "--version"});
    std::string line;
    // Expects "libdxcompiler.so: 1.8 ...": there are other programs called dxc.
    if (child.read_line(line, kDxcTimeLimit) != process::ReadResult::line ||
        line.find("dxcompiler") == std::string::npos)
      throw Error(fmt::format("{} is not the DirectX shader compiler: it does not print dxcompiler's version", path_));
    const std::size_t colon = line.find(": ");
    version_ = colon == std::string::npos ? line : line.substr(colon + 2);
  }

  [[nodiscard]] std::string version() const override { return version_; }

  [[nodiscard]] DxcAnswer compile(const std::string& source, const std::vector<std::string>& arguments) override {
    const TemporaryFolder folder;
    write(folder / "source.hlsl", source);
    std::vector<std::string> command{path_, (folder / "source.hlsl").string()};
    command.insert(command.end(), arguments.begin(), arguments.end());
    command.insert(command.end(), {"-Fo", (folder / "bytecode").string(), "-Fe", (folder / "messages").string()});
    const std::string ended = run(command);
    std::string messages = try_read_file(folder / "messages").value_or("");
    // Bytecode of a program that did not finish may be cut off.
    const bool finished = ended == "exited with 0";
    if (!finished && (messages.empty() || !ended.starts_with("exited")))
      throw VariantFailure(Status::compiler_failed, fmt::format("DXC {}", ended));
    const std::string bytecode = finished ? read_if_there(folder / "bytecode").value_or("") : "";
    const auto* first = reinterpret_cast<const std::byte*>(bytecode.data());
    return {{first, first + bytecode.size()}, std::move(messages)};
  }

  [[nodiscard]] std::optional<std::string> disassemble(const std::vector<std::byte>& bytecode) override {
    const TemporaryFolder folder;
    write(folder / "bytecode", {reinterpret_cast<const char*>(bytecode.data()), bytecode.size()});
    // To a file, because what it prints is formatted for a console.
    run({path_, "-dumpbin", (folder / "bytecode").string(), "-Fc", (folder / "text").string()});
    auto text = try_read_file(folder / "text");
    return text && !text->empty() ? std::move(text) : std::nullopt;
  }

 private:
  /// Waits until it has ended, and says how.
  std::string run(const std::vector<std::string>& command) const try {
    using std::chrono::steady_clock;
    process::ChildProcess child(command);
    const auto deadline = steady_clock::now() + time_limit_;
    std::string printed;
    process::ReadResult result = process::ReadResult::line;
    while (result == process::ReadResult::line && steady_clock::now() < deadline)
      result = child.read_line(printed, std::chrono::ceil<std::chrono::milliseconds>(deadline - steady_clock::now()));
    if (result != process::ReadResult::closed)
      throw VariantFailure(Status::compiler_failed, fmt::format("DXC took longer than {:g} s",
                                                                std::chrono::duration<double>(time_limit_).count()));
    return child.end();
  } catch (const Error& not_started) {
    throw VariantFailure(Status::compiler_failed, not_started.what());
  }

  std::string path_;
  std::chrono::milliseconds time_limit_;
  std::string version_;
};

}  // namespace

std::unique_ptr<DxcBackend> open_dxc_program(const std::string& path, std::chrono::milliseconds time_limit) {
  return std::make_unique<DxcProgram>(path, time_limit);
}

}  // namespace modlab::compile
