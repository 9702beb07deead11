#include "harness/measure/workload_data.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <future>
#include <random>
#include <span>
#include <utility>

#include "harness/measure/out_places.h"
#include "kernels/divide_up.h"
#include "kernels/element.h"
#include "kernels/modulus/reference.h"
#include "kernels/parallel.h"
#include "kernels/split_mix.h"

namespace modlab::measure {
namespace {

OutContent make_content(const modulus::ModulusDesc& desc, const modulus::HostOperands& operands,
                        std::vector<std::byte> result) {
  std::vector<std::byte> initial = make_initial(desc, operands, result);
  return {std::move(result), std::move(initial)};
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

std::vector<std::byte> make_initial(const modulus::ModulusDesc& desc, const modulus::HostOperands& operands,
                                    const std::vector<std::byte>& result) {
  std::vector<std::byte> initial(image_bytes(desc), kGuardByte);
  const std::span storage = std::span(initial).subspan(kGuardBytes, result.size());
  if (desc.over_a || desc.over_b)
    std::ranges::copy(desc.over_a ? operands.a : operands.b, storage.begin());
  else
    poison(result, desc.out, storage);
  return initial;
}

WorkloadData::WorkloadData(const Workload& workload, std::uint64_t seed)
    : desc(modulus::describe(workload, seed)), operands(modulus::make_operands(workload, seed)) {
  // Concurrently: much of the time goes into first use of memory, which a single thread waits for.
  std::future<OutContent> copies = std::async(std::launch::async, [&] {
    return make_content(desc, operands, modulus::compute_copy_reference(desc, operands));
  });
  modulus = make_content(desc, operands, modulus::compute_reference(desc, operands));
  copy = copies.get();
}

}  // namespace modlab::measure
