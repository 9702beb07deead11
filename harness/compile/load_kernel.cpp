#include "harness/compile/load_kernel.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <system_error>

#include "harness/compile/code_of.h"
#include "harness/compile/includes.h"
#include "harness/compile/request_key.h"
#include "harness/system/file.h"
#include "harness/system/path.h"
#include "kernels/error.h"
#include "kernels/split.h"

namespace modlab::compile {
namespace {

namespace fs = std::filesystem;

/// Far more than any kernel needs; a file that is larger is something else.
constexpr std::size_t kMaxBytes = 1 << 20;

/// Whether a file of that name is within a folder, wherever links lead. A name that says it is not is not looked up: on
/// Windows it may belong to another machine, which would learn who asks.
bool is_within(const fs::path& folder, const fs::path& name) {
  if (name.empty() || name.has_root_path() || *name.lexically_normal().begin() == "..") return false;
  std::error_code error;
  const fs::path base = fs::weakly_canonical(folder.empty() ? fs::path(".") : folder, error);
  const fs::path real = fs::weakly_canonical(folder / name, error);
  return !error && std::mismatch(base.begin(), base.end(), real.begin(), real.end()).first == base.end();
}

class Loader {
 public:
  explicit Loader(const fs::path& path) : folder_(path.parent_path()) {
    add(path.filename().string(), path);
    while (!unread_.empty()) {
      const std::string name = unread_.front();
      unread_.pop_front();
      read_includes(name);
    }
  }

  [[nodiscard]] const ShaderSources& sources() const { return sources_; }

 private:
  void add(const std::string& name, const fs::path& path) {
    std::string text = read_text(path);
    if (text.size() > kMaxBytes)
      throw Error(fmt::format("{}: is no kernel: it has {} bytes", path.string(), text.size()));
    sources_[name] = std::move(text);
    unread_.push_back(name);
  }

  void read_includes(const std::string& name) {
    const std::string code = code_of(sources_.at(name));
    std::uint32_t line = 0;
    for (const std::string_view each : split(code, '\n')) {
      ++line;
      if (!has_include(each)) continue;
      try {
        const auto included = included_file(each);
        if (!included) throw Error(std::string(odd_include_text()));
        include(std::string(*included));
      } catch (const Error& error) {
        throw Error(fmt::format("{}:{}: {}", name, line, error.what()));
      }
    }
  }

  void include(const std::string& name) {
    const fs::path path = folder_ / path_of(name);
    const bool is_ours = embedded_shaders().contains(name);
    if (is_ours && fs::exists(path)) throw Error(fmt::format("'{}' is also a header of modlab's; rename yours", name));
    if (is_ours || sources_.contains(name)) return;
    if (!is_within(folder_, path_of(name))) throw Error(fmt::format("'{}' is outside the kernel's folder", name));
    if (!fs::is_regular_file(path))
      throw Error(fmt::format("there is no '{}' in the kernel's folder, nor among modlab's headers", name));
    add(name, path);
  }

  fs::path folder_;
  ShaderSources sources_;
  std::deque<std::string> unread_;
};

}  // namespace

KernelPtr load_kernel(const fs::path& path) {
  constexpr std::size_t kDigits = 8;  // a name should stay short, and few files are ever compared
  const ShaderSources sources = Loader(path).sources();
  const std::string key = sources_key(sources);
  KernelPtr kernel = parse_kernel(path.filename().string(), sources, key.substr(key.size() - kDigits));
  with_includes(kernel->file, *kernel->all_sources);  // throws where they are too many
  bool has_variants = false;
  for_each_own_values(*kernel, [&](const modulus::OwnValues&) { has_variants = true; });
  if (!has_variants)
    throw Error(fmt::format("{}:{}: no combination of the axes' values satisfies every constraint", kernel->file,
                            kernel->constraints.front().line));
  return kernel;
}

}  // namespace modlab::compile
