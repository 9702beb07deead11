#include "harness/measure/workload_data.h"

#include <future>
#include <utility>

#include "harness/measure/out_places.h"
#include "kernels/parallel.h"
#include "kernels/reference.h"

namespace modlab {
namespace {

OutContent make_content(const ModulusDesc& desc, const HostOperands& operands, std::vector<std::byte> result) {
  std::vector<std::byte> initial = make_initial(desc, operands, result);
  return {std::move(result), std::move(initial)};
}

}  // namespace

std::vector<std::byte> make_initial(const ModulusDesc& desc, const HostOperands& operands,
                                    const std::vector<std::byte>& result) {
  const bool in_place = desc.over_a || desc.over_b;
  const std::vector<std::byte>& from = desc.over_a ? operands.a : desc.over_b ? operands.b : result;
  const std::byte flipped = in_place ? std::byte{0} : std::byte{0xff};
  std::vector<std::byte> initial(image_bytes(desc), kGuardByte);
  parallel_for(result.size(), [&](std::uint64_t, std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) initial[kGuardBytes + i] = from[i] ^ flipped;
  });
  return initial;
}

WorkloadData::WorkloadData(const Workload& workload, std::uint64_t seed)
    : desc(describe(workload, seed)), operands(make_operands(workload, seed)) {
  // Concurrently: much of the time goes into first use of memory, which a single thread waits for.
  std::future<OutContent> copies = std::async(
      std::launch::async, [&] { return make_content(desc, operands, compute_copy_reference(desc, operands)); });
  modulus = make_content(desc, operands, compute_reference(desc, operands));
  copy = copies.get();
}

}  // namespace modlab
