#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace modlab::tune {

/// One of the equal parts that a run is split into, each for its own process or machine.
struct Shard {
  std::size_t index = 0;
  std::size_t count = 1;
};

/// "0/3". Throws Error on anything else.
Shard parse_shard(std::string_view text);
std::string name_of(const Shard& shard);

/// Whether whole workloads are dealt out, so that all variants of each are compared in the same rounds. Where there are
/// too few for that, the variants of each workload are dealt out.
inline bool deals_workloads(const Shard& shard, std::size_t workloads) { return workloads >= shard.count; }

/// Every count-th item, so that neighbours, which take about equally long, go to different shards.
template <typename Item>
std::vector<Item> part_of(const std::vector<Item>& items, const Shard& shard) {
  std::vector<Item> part;
  for (std::size_t i = shard.index; i < items.size(); i += shard.count) part.push_back(items[i]);
  return part;
}

}  // namespace modlab::tune
