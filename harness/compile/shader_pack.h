#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/compile/compiler.h"

namespace modlab::compile {

/// The bytecode of many kernels in one file, for machines without the compiler, and the compilers that made it.
class ShaderPack {
 public:
  struct Maker {
    CompilerId id;
    std::string version;

    bool operator==(const Maker&) const = default;
  };

  explicit ShaderPack(const ShaderSources& sources);

  /// Throws Error where the file is not a pack, is damaged, or was made from other sources.
  static ShaderPack read(const std::filesystem::path& path, const ShaderSources& sources);

  /// The same for a file's content.
  static ShaderPack parse(std::string_view content, const ShaderSources& sources);
  [[nodiscard]] std::string content() const;

  void add_maker(const Maker& maker) { makers_.push_back(maker); }
  /// The first bytecode of a key stays.
  void add(const std::string& key, std::span<const std::byte> bytecode);

  [[nodiscard]] const std::vector<Maker>& makers() const { return makers_; }
  [[nodiscard]] std::size_t kernel_count() const { return kernels_.size(); }
  [[nodiscard]] std::vector<std::string> keys() const;
  /// Nothing where it has none. Valid until the next add.
  [[nodiscard]] std::optional<std::span<const std::byte>> find(const std::string& key) const;

 private:
  /// A kernel's part of the bytecode. Kernels may share it, so that a pack in memory is no larger than its file.
  struct Range {
    std::size_t offset;
    std::size_t bytes;
  };

  std::string sources_key_;
  std::vector<Maker> makers_;
  std::map<std::string, Range> kernels_;  ///< by request_key
  std::string bytecode_;
};

/// Compiles, and adds everything to a pack.
class PackingCompiler final : public Compiler {
 public:
  /// Both must outlive it.
  PackingCompiler(Compiler& compiler, ShaderPack& pack) : compiler_(compiler), pack_(pack) {}

  [[nodiscard]] std::vector<CompilerId> ids() const override { return compiler_.ids(); }
  [[nodiscard]] std::string version() const override { return compiler_.version(); }
  [[nodiscard]] std::string version_of(CompilerId id) const override { return compiler_.version_of(id); }
  [[nodiscard]] Bytecode compile(const ShaderRequest& request, const ShaderSources& sources) override;

 private:
  Compiler& compiler_;
  ShaderPack& pack_;
  std::mutex mutex_;  ///< guards the pack
};

/// A compiler that looks everything up in a pack and refuses what is not there. `name` is the pack's in messages.
std::unique_ptr<Compiler> make_pack_compiler(ShaderPack pack, std::string name);

}  // namespace modlab::compile
