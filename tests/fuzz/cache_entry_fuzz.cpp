#include <span>

#include "harness/compile/bytecode_cache.h"
#include "tests/fuzz/fuzz.h"

namespace modlab {

void fuzz(std::string_view input) {
  if (const auto bytecode = compile::parse_cache_entry("key", input))
    require(compile::cache_entry("key", *bytecode) == input, "an entry is written as it was read");

  // The input as an entry's content, since no mutation would find a checksum.
  const auto bytes = std::as_bytes(std::span(input)).first(input.size() / 2);
  const compile::Bytecode bytecode{{bytes.begin(), bytes.end()}, std::string(input.substr(bytes.size()))};
  const std::string entry = compile::cache_entry("key", bytecode);
  const auto again = compile::parse_cache_entry("key", entry);
  require(again && again->bytes == bytecode.bytes && again->diagnostics == bytecode.diagnostics,
          "an entry is read as it was written");
  require(!compile::parse_cache_entry("another key", entry), "an entry serves its own key");
  require(!compile::parse_cache_entry("key", std::string_view(entry).substr(0, entry.size() - 1)),
          "a cut entry is refused");
}

}  // namespace modlab
