#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "harness/compile/compiler.h"
#include "harness/device/status.h"

namespace modlab::compile {

/// $MODLAB_CACHE_DIR, or else modlab's folder in the user's cache; empty where the user has none.
std::filesystem::path default_cache_folder();

/// A file of the cache. The key is in its checksum but not in its content.
std::string cache_entry(const std::string& key, const Bytecode& bytecode);
/// Nothing where it is damaged, or another key's.
std::optional<Bytecode> parse_cache_entry(const std::string& key, std::string_view content);

/// Compiles nothing twice. Entries are kept in memory and, one file each, in a folder that several processes may share.
/// A folder that cannot be written, or damaged files in it, only cost time. Refusals are kept in memory only: the next
/// process may find a fixed compiler. A compiler that failed leaves nothing: it may not fail again.
class CachingCompiler final : public Compiler {
 public:
  /// An empty folder means memory only.
  CachingCompiler(std::unique_ptr<Compiler> compiler, std::filesystem::path folder);

  [[nodiscard]] std::vector<CompilerId> ids() const override { return compiler_->ids(); }
  [[nodiscard]] std::string version() const override { return compiler_->version(); }
  [[nodiscard]] std::string version_of(CompilerId id) const override { return compiler_->version_of(id); }
  [[nodiscard]] Bytecode compile(const ShaderRequest& request, const ShaderSources& sources) override;

  [[nodiscard]] std::optional<std::string> disassemble(const Bytecode& bytecode) override {
    return compiler_->disassemble(bytecode);
  }

 private:
  [[nodiscard]] Bytecode compile_uncached(const std::string& key, const ShaderRequest& request,
                                          const ShaderSources& sources);
  [[nodiscard]] std::filesystem::path file_of(const std::string& key) const;
  [[nodiscard]] std::optional<Bytecode> load(const std::string& key) const;
  void store(const std::string& key, const Bytecode& bytecode) const;

  std::unique_ptr<Compiler> compiler_;
  std::filesystem::path folder_;
  mutable std::mutex mutex_;  ///< guards what follows
  std::unordered_map<std::string, Bytecode> memory_;
  std::unordered_map<std::string, VariantFailure> refusals_;
};

}  // namespace modlab::compile
