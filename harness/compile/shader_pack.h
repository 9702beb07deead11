#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "harness/compile/compiler.h"

namespace modlab {

/// The bytecode of many kernels in one file, for machines without the compiler, and the compilers that made it.
class ShaderPack {
 public:
  struct Maker {
    CompilerId id;
    std::string version;
  };

  explicit ShaderPack(const ShaderSources& sources);

  /// Throws Error where the file is not a pack, is damaged, or was made from other sources.
  static ShaderPack read(const std::filesystem::path& path, const ShaderSources& sources);
  /// Throws Error where it cannot be written. The file appears whole or not at all.
  void write(const std::filesystem::path& path) const;

  void add_maker(const Maker& maker) { makers_.push_back(maker); }
  void add(const std::string& key, std::vector<std::byte> bytecode) { kernels_.emplace(key, std::move(bytecode)); }

  [[nodiscard]] const std::vector<Maker>& makers() const { return makers_; }
  [[nodiscard]] std::size_t kernel_count() const { return kernels_.size(); }
  /// nullptr where it has none.
  [[nodiscard]] const std::vector<std::byte>* find(const std::string& key) const;

 private:
  std::string sources_key_;
  std::vector<Maker> makers_;
  std::map<std::string, std::vector<std::byte>> kernels_;  ///< by request_key
};

/// Compiles, and adds everything to a pack.
class PackingCompiler final : public Compiler {
 public:
  /// Both must outlive it.
  PackingCompiler(Compiler& compiler, ShaderPack& pack) : compiler_(compiler), pack_(pack) {}

  [[nodiscard]] std::vector<CompilerId> ids() const override { return compiler_.ids(); }
  [[nodiscard]] std::string version() const override { return compiler_.version(); }
  [[nodiscard]] Bytecode compile(const ShaderRequest& request, const ShaderSources& sources) override;

 private:
  Compiler& compiler_;
  ShaderPack& pack_;
  std::mutex mutex_;  ///< guards the pack
};

/// A compiler that looks everything up in a pack and refuses what is not there. `name` is the pack's in messages.
std::unique_ptr<Compiler> make_pack_compiler(ShaderPack pack, std::string name);

}  // namespace modlab
