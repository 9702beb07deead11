#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "harness/compile/compiler.h"

namespace modlab {

/// Bytecode of many kernels in one file, for machines that lack the compiler, and by which compilers it was made.
class ShaderPack {
 public:
  struct Maker {
    CompilerId id;
    std::string version;
  };

  explicit ShaderPack(const ShaderSources& sources);

  /// Throws Error where the file is no pack, is damaged, or was made from other sources.
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

/// Compiles, and puts all of it into a pack.
class PackingCompiler final : public Compiler {
 public:
  /// Both outlive it.
  PackingCompiler(Compiler& compiler, ShaderPack& pack) : compiler_(compiler), pack_(pack) {}

  [[nodiscard]] std::vector<CompilerId> ids() const override { return compiler_.ids(); }
  [[nodiscard]] std::string version() const override { return compiler_.version(); }
  [[nodiscard]] Bytecode compile(const ShaderRequest& request, const ShaderSources& sources) override;

 private:
  Compiler& compiler_;
  ShaderPack& pack_;
  std::mutex mutex_;  ///< guards the pack
};

/// A compiler that has everything in a pack already, and refuses what is not there by name.
std::unique_ptr<Compiler> make_pack_compiler(ShaderPack pack, std::string name);

}  // namespace modlab
