#include "harness/compile/bytecode_cache.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <cstring>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>

#include "harness/compile/request_key.h"
#include "harness/system/environment.h"
#include "harness/system/file.h"
#include "kernels/error.h"

namespace modlab::compile {
namespace {

/// Precedes an entry's bytecode and diagnostics. Written as it lies in memory: a file of another byte order fails its
/// checksum, as a damaged one does.
struct EntryHeader {
  std::uint64_t magic;
  std::uint64_t checksum;  ///< over the key, the bytecode and the diagnostics
  std::uint64_t bytecode_bytes;
  std::uint64_t diagnostics_bytes;
};
constexpr std::uint64_t kMagic = 0x3130'6564'6f43'4c4d;  // "MLCode01"

std::uint64_t checksum(const std::string& key, std::string_view payload) {
  return XXH3_64bits_withSeed(payload.data(), payload.size(), XXH3_64bits(key.data(), key.size()));
}

}  // namespace

std::filesystem::path default_cache_folder() {
  if (auto chosen = environment_path("MODLAB_CACHE_DIR"); !chosen.empty()) return chosen;
#if defined(_WIN32)
  if (auto local = environment_path("LOCALAPPDATA"); !local.empty()) return local / "modlab" / "cache";
#else
  // The specification says to ignore a relative XDG_CACHE_HOME.
  if (auto cache = environment_path("XDG_CACHE_HOME"); cache.is_absolute()) return cache / "modlab";
  if (auto home = environment_path("HOME"); !home.empty()) return home / ".cache" / "modlab";
#endif
  return {};
}

std::string cache_entry(const std::string& key, const Bytecode& bytecode) {
  std::string payload(reinterpret_cast<const char*>(bytecode.bytes.data()), bytecode.bytes.size());
  payload += bytecode.diagnostics;
  const EntryHeader header{kMagic, checksum(key, payload), bytecode.bytes.size(), bytecode.diagnostics.size()};
  return std::string(reinterpret_cast<const char*>(&header), sizeof header) + payload;
}

std::optional<Bytecode> parse_cache_entry(const std::string& key, std::string_view content) {
  EntryHeader header{};
  if (content.size() < sizeof header) return std::nullopt;
  std::memcpy(&header, content.data(), sizeof header);
  const std::string_view payload = content.substr(sizeof header);
  if (header.magic != kMagic || header.bytecode_bytes > payload.size() ||
      header.diagnostics_bytes != payload.size() - header.bytecode_bytes || header.checksum != checksum(key, payload))
    return std::nullopt;
  const auto bytes = std::as_bytes(std::span(payload)).first(header.bytecode_bytes);
  return Bytecode{{bytes.begin(), bytes.end()}, std::string(payload.substr(header.bytecode_bytes))};
}

CachingCompiler::CachingCompiler(std::unique_ptr<Compiler> compiler, std::filesystem::path folder)
    : compiler_(std::move(compiler)), folder_(std::move(folder)) {}

Bytecode CachingCompiler::compile(const ShaderRequest& request, const ShaderSources& sources) {
  const std::string key = request_key(request, sources, compiler_->version());
  {
    const std::scoped_lock lock(mutex_);
    if (const auto found = memory_.find(key); found != memory_.end()) return found->second;
    if (const auto refused = refusals_.find(key); refused != refusals_.end()) throw VariantFailure(refused->second);
  }
  // Outside the lock, so that other threads can compile. Two that need the same at once both compile it.
  std::optional<Bytecode> bytecode = load(key);
  if (!bytecode) {
    bytecode = compile_uncached(key, request, sources);
    store(key, *bytecode);
  }
  const std::scoped_lock lock(mutex_);
  memory_.emplace(key, *bytecode);
  return *std::move(bytecode);
}

Bytecode CachingCompiler::compile_uncached(const std::string& key, const ShaderRequest& request,
                                           const ShaderSources& sources) {
  try {
    return compiler_->compile(request, sources);
  } catch (const VariantFailure& failure) {
    if (failure.status() == Status::compiler_refused) {
      const std::scoped_lock lock(mutex_);
      refusals_.emplace(key, failure);
    }
    throw;
  }
}

std::filesystem::path CachingCompiler::file_of(const std::string& key) const { return folder_ / (key + ".bytecode"); }

std::optional<Bytecode> CachingCompiler::load(const std::string& key) const {
  if (folder_.empty()) return std::nullopt;
  const auto content = try_read_file(file_of(key));
  return content ? parse_cache_entry(key, *content) : std::nullopt;
}

void CachingCompiler::store(const std::string& key, const Bytecode& bytecode) const {
  if (folder_.empty()) return;
  std::error_code ignored;
  std::filesystem::create_directories(folder_, ignored);
  try {
    replace_file(file_of(key), cache_entry(key, bytecode), Sync::no);
  } catch (const Error&) {  // a folder that cannot be written only costs time
  }
}

}  // namespace modlab::compile
