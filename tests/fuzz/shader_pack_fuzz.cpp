#include "harness/compile/shader_pack.h"

#include <fmt/format.h>
#include <xxhash.h>

#include "tests/fuzz/fuzz.h"

namespace modlab {
namespace {

const ShaderSources kSources{{"main.hlsl", "main"}};

/// With the checksum that its content has, which no mutation would find.
std::string signed_pack(std::string_view content) {
  const std::size_t end = content.find("\nend ");
  const std::size_t first_byte = end == std::string_view::npos ? end : content.find('\n', end + 1);
  if (first_byte == std::string_view::npos) return std::string(content);
  const std::string_view lines = content.substr(0, end + 1);
  const std::string_view bytecode = content.substr(first_byte + 1);
  return fmt::format("{}end {:016x}\n{}", lines,
                     XXH3_64bits_withSeed(bytecode.data(), bytecode.size(), XXH3_64bits(lines.data(), lines.size())),
                     bytecode);
}

}  // namespace

void fuzz(std::string_view input) {
  unless_refused([&] { return compile::ShaderPack::parse(input, kSources); });

  const std::string content = signed_pack(input);
  const auto pack = unless_refused([&] { return compile::ShaderPack::parse(content, kSources); });
  if (!pack) return;
  std::size_t bytes = 0;
  for (const std::string& key : pack->keys()) {
    const auto bytecode = pack->find(key);
    require(bytecode && bytecode->size() <= content.size(), "a kernel's bytecode is in the file");
    bytes += bytecode->size();
  }
  if (bytes > content.size()) return;  // kernels that overlap, as modlab compile never writes them
  const compile::ShaderPack again = compile::ShaderPack::parse(pack->content(), kSources);
  require(again.keys() == pack->keys() && again.makers() == pack->makers(), "a pack is read as it was written");
  for (const std::string& key : pack->keys())
    require(std::ranges::equal(*again.find(key), *pack->find(key)), "kernels are read as they were written");
}

}  // namespace modlab
