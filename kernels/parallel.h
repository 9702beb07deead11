#pragma once

#include <algorithm>
#include <cstdint>
#include <thread>
#include <vector>

namespace modlab {

/// Splits [0, count) into one contiguous part per core and calls work(part, begin, end) on all of them concurrently.
/// Parts are numbered from 0; part_count(count) is how many there are.
inline std::uint64_t part_count(std::uint64_t count) {
  // Below this many elements a thread costs more than it saves.
  constexpr std::uint64_t kSmallestPart = 16384;
  static const std::uint64_t cores = std::max(1u, std::thread::hardware_concurrency());  // Linux reads it from a file
  return std::clamp<std::uint64_t>(count / kSmallestPart, 1, cores);
}

template <typename Work>
void parallel_for(std::uint64_t count, Work work) {
  const std::uint64_t parts = part_count(count);
  std::vector<std::jthread> threads;
  for (std::uint64_t part = 1; part < parts; ++part)
    threads.emplace_back(work, part, count * part / parts, count * (part + 1) / parts);
  work(std::uint64_t{0}, std::uint64_t{0}, count / parts);
}

}  // namespace modlab
