#include "harness/measure/workload_data.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <future>
#include <optional>
#include <random>
#include <span>

#include "harness/measure/out_places.h"
#include "kernels/divide_up.h"
#include "kernels/element.h"
#include "kernels/parallel.h"
#include "kernels/split_mix.h"

namespace modlab::measure {
namespace {

/// Of each output, what it holds before a launch that must leave these results.
std::vector<Content> make_all_initial(const Workload& workload, const Contents& contents,
                                      const std::vector<Content>& results) {
  std::vector<Content> all(results.size());
  for (std::size_t i = 0; i < results.size(); ++i)
    if (workload.operands[i].is_output) all[i] = make_initial(workload, contents, i, results[i]);
  return all;
}

/// Of a result, what is wrong for any type and does not say what is right. Every byte changes, by bits that are drawn
/// anew each time; among them the highest of a float's exponent, so that no NaN is left.
void poison(std::span<const std::byte> result, const TensorDesc& desc, std::span<std::byte> storage) {
  constexpr std::uint64_t kInEveryByte = 0x4040404040404040u;
  std::random_device random;
  const auto draw = [&] { return std::uint64_t{random()} << 32 | random(); };
  const std::uint64_t first = draw();
  const std::uint64_t second = draw();
  constexpr std::uint64_t kWord = sizeof(std::uint64_t);
  parallel_for(divide_up(result.size(), kWord), [&](std::uint64_t, std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) {
      const std::uint64_t bytes = std::min(kWord, result.size() - i * kWord);
      std::uint64_t word = 0;
      std::memcpy(&word, result.data() + i * kWord, bytes);
      // Mixed twice: whoever works out some words of it cannot tell the others.
      word ^= split_mix(split_mix(first + i) ^ second) | kInEveryByte;
      std::memcpy(storage.data() + i * kWord, &word, bytes);
    }
  });
  // Gaps have nothing to hide.
  const std::uint64_t element_bytes = bytes_of(desc.type);
  const std::uint64_t count = element_count(desc.sizes);
  if (is_packed(desc)) {
    std::ranges::fill(storage.subspan(count * element_bytes), kGuardByte);
    return;
  }
  const std::vector<std::byte> all(storage.begin(), storage.end());
  std::ranges::fill(storage, kGuardByte);
  parallel_for(count, [&](std::uint64_t, std::uint64_t begin, std::uint64_t end) {
    for_each_element(desc, begin, end, [&](std::uint64_t, std::uint64_t offset) {
      std::memcpy(storage.data() + offset * element_bytes, all.data() + offset * element_bytes, element_bytes);
    });
  });
}

}  // namespace

Content make_initial(const Workload& workload, const Contents& contents, std::size_t output, const Content& result) {
  const TensorDesc& tensor = workload.operands[output].tensor;
  Content initial(image_bytes(tensor), kGuardByte);
  const std::span storage = std::span(initial).subspan(kGuardBytes, result.size());
  const auto shares = std::ranges::find(workload.operands, std::optional(output), &Operand::shares);
  if (shares != workload.operands.end())
    std::ranges::copy(contents.before[static_cast<std::size_t>(shares - workload.operands.begin())], storage.begin());
  else
    poison(result, tensor, storage);
  return initial;
}

WorkloadData::WorkloadData(const Workload& workload, std::uint64_t of_seed)
    : seed(of_seed), contents(workload.problem->contents(of_seed)) {
  // Concurrently: much of the time goes into first use of memory, which a single thread waits for.
  std::future<std::vector<Content>> copies =
      std::async(std::launch::async, [&] { return make_all_initial(workload, contents, contents.copies); });
  before_results = make_all_initial(workload, contents, contents.results);
  before_copies = copies.get();
}

}  // namespace modlab::measure
