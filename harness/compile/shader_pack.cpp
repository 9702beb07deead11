#include "harness/compile/shader_pack.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <sstream>
#include <string_view>
#include <utility>

#include "harness/compile/request_key.h"
#include "harness/device/status.h"
#include "harness/system/file.h"
#include "kernels/error.h"
#include "kernels/split.h"

namespace modlab::compile {
namespace {

// The file: lines that describe the content, "end" with a checksum over them and what follows, then the bytecode of one
// kernel after another. Kernels with the same bytecode share it.
constexpr std::string_view kFirstLine = "modlab shader pack 1";

std::uint64_t checksum(std::string_view lines, std::string_view bytecode) {
  return XXH3_64bits_withSeed(bytecode.data(), bytecode.size(), XXH3_64bits(lines.data(), lines.size()));
}

class PackCompiler final : public Compiler {
 public:
  PackCompiler(ShaderPack pack, std::string name) : pack_(std::move(pack)), name_(std::move(name)) {}

  [[nodiscard]] std::vector<CompilerId> ids() const override {
    std::vector<CompilerId> ids;
    for (const ShaderPack::Maker& maker : pack_.makers()) ids.push_back(maker.id);
    return ids;
  }

  [[nodiscard]] std::string version() const override {
    std::string text;
    for (const ShaderPack::Maker& maker : pack_.makers())
      text.append(text.empty() ? "" : "; ").append(version_of(maker.id));
    return text;
  }

  [[nodiscard]] std::string version_of(CompilerId id) const override {
    const auto maker = std::ranges::find(pack_.makers(), id, &ShaderPack::Maker::id);
    return maker == pack_.makers().end() ? std::string() : maker->version + ", packed";
  }

  [[nodiscard]] Bytecode compile(const ShaderRequest& request, const ShaderSources& sources) override {
    if (const auto bytecode = pack_.find(request_key(request, sources)))
      return {{bytecode->begin(), bytecode->end()}, {}};
    std::string defines;
    for (const Define& define : request.defines) defines += fmt::format(" {}={}", define.name, define.value);
    throw VariantFailure(Status::compiler_refused,
                         fmt::format("{} has no {} by {} for shader model {} with{}; modlab compile makes packs", name_,
                                     request.file, name_of(request.compiler), name_of(request.shader_model), defines));
  }

 private:
  ShaderPack pack_;
  std::string name_;
};

}  // namespace

ShaderPack::ShaderPack(const ShaderSources& sources) : sources_key_(sources_key(sources)) {}

void ShaderPack::add(const std::string& key, std::span<const std::byte> bytecode) {
  if (kernels_.try_emplace(key, Range{bytecode_.size(), bytecode.size()}).second)
    bytecode_.append(reinterpret_cast<const char*>(bytecode.data()), bytecode.size());
}

std::vector<std::string> ShaderPack::keys() const {
  std::vector<std::string> keys;
  for (const auto& [key, range] : kernels_) keys.push_back(key);
  return keys;
}

std::optional<std::span<const std::byte>> ShaderPack::find(const std::string& key) const {
  const auto found = kernels_.find(key);
  if (found == kernels_.end()) return std::nullopt;
  return std::as_bytes(std::span(bytecode_)).subspan(found->second.offset, found->second.bytes);
}

std::string ShaderPack::content() const {
  std::string lines = fmt::format("{}\nsources {}\n", kFirstLine, sources_key_);
  for (const Maker& maker : makers_) lines += fmt::format("compiler {} {}\n", name_of(maker.id), maker.version);
  std::string bytecode;
  std::map<std::string_view, std::size_t> offsets;
  for (const auto& [key, range] : kernels_) {
    const std::string_view bytes = std::string_view(bytecode_).substr(range.offset, range.bytes);
    const auto [offset, added] = offsets.try_emplace(bytes, bytecode.size());
    if (added) bytecode += bytes;
    lines += fmt::format("kernel {} {} {}\n", key, offset->second, range.bytes);
  }
  return fmt::format("{}end {:016x}\n{}", lines, checksum(lines, bytecode), bytecode);
}

ShaderPack ShaderPack::read(const std::filesystem::path& path, const ShaderSources& sources) {
  const std::string content = read_file(path);
  try {
    return parse(content, sources);
  } catch (const Error& error) {
    throw Error(fmt::format("{}: {}", path.string(), error.what()));
  }
}

ShaderPack ShaderPack::parse(std::string_view content, const ShaderSources& sources) {
  const auto require = [](bool holds, const char* otherwise) {
    if (!holds) throw Error(otherwise);
  };
  require(content.starts_with(kFirstLine), "not a shader pack; modlab compile makes one");
  constexpr const char* kDamaged = "the shader pack is damaged; run modlab compile again";
  const std::size_t end = content.find("\nend ");
  const std::size_t first_byte = end == std::string_view::npos ? end : content.find('\n', end + 1);
  require(first_byte != std::string_view::npos, kDamaged);
  const std::string_view lines = content.substr(0, end + 1);
  const std::string_view bytecode = content.substr(first_byte + 1);
  require(content.substr(end + 1, first_byte - end - 1) == fmt::format("end {:016x}", checksum(lines, bytecode)),
          kDamaged);

  ShaderPack pack(sources);
  pack.bytecode_ = bytecode;
  for (const std::string_view line : split(lines, '\n')) {
    std::istringstream words{std::string(line)};
    std::string kind;
    std::string name;
    words >> kind >> name;
    if (kind == "sources") {
      require(name == pack.sources_key_,
              "made from other shader sources than this program's; run modlab compile again");
    } else if (kind == "compiler") {
      const auto id = value_in(kCompilerNames, name);
      require(id.has_value(), "made by a compiler this program does not know");
      std::string version;
      std::getline(words >> std::ws, version);
      pack.add_maker({*id, version});
    } else if (kind == "kernel") {
      Range range{};
      require(static_cast<bool>(words >> range.offset >> range.bytes), kDamaged);
      require(range.offset <= bytecode.size() && range.bytes <= bytecode.size() - range.offset, kDamaged);
      pack.kernels_.emplace(name, range);
    }
  }
  return pack;
}

Bytecode PackingCompiler::compile(const ShaderRequest& request, const ShaderSources& sources) {
  Bytecode bytecode = compiler_.compile(request, sources);
  const std::scoped_lock lock(mutex_);
  pack_.add(request_key(request, sources), bytecode.bytes);
  return bytecode;
}

std::unique_ptr<Compiler> make_pack_compiler(ShaderPack pack, std::string name) {
  return std::make_unique<PackCompiler>(std::move(pack), std::move(name));
}

}  // namespace modlab::compile
