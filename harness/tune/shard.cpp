#include "harness/tune/shard.h"

#include <fmt/format.h>

#include <charconv>

#include "kernels/error.h"

namespace modlab::tune {

Shard parse_shard(std::string_view text) {
  Shard shard;
  const char* const end = text.data() + text.size();
  const auto index = std::from_chars(text.data(), end, shard.index);
  const bool slash = index.ec == std::errc{} && index.ptr != end && *index.ptr == '/';
  const auto count = slash ? std::from_chars(index.ptr + 1, end, shard.count) : index;
  if (!slash || count.ec != std::errc{} || count.ptr != end || shard.index >= shard.count)
    throw Error(fmt::format("shard '{}' is not i/n with i from 0 to n-1, such as 0/4", text));
  return shard;
}

std::string name_of(const Shard& shard) { return fmt::format("{}/{}", shard.index, shard.count); }

}  // namespace modlab::tune
