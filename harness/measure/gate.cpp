#include "harness/measure/gate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "harness/device/status.h"
#include "harness/measure/out_places.h"

namespace modlab::measure {
namespace {

bool is_copy(const Candidate& candidate) {
  return candidate.variant && candidate.variant->algorithm == modulus::Algorithm::copy;
}

BufferAt image_of(const PerBuffer<BufferAt>& buffers) {
  const BufferAt& out = buffers[modulus::kTensorOut];
  return {out.buffer, out.offset - kGuardBytes};
}

bool is_guard(std::span<const std::byte> bytes) {
  return std::ranges::all_of(bytes, [](std::byte byte) { return byte == kGuardByte; });
}

bool same(std::span<const std::byte> x, std::span<const std::byte> y) {
  return x.size() == y.size() && (x.empty() || std::memcmp(x.data(), y.data(), x.size()) == 0);
}

[[noreturn]] void refuse(const std::string& reason) { throw VariantFailure(Status::wrong_result, reason); }

}  // namespace

Gate::Gate(Device& device, compile::Compiler& compiler, const ShaderSources& sources, const modulus::ModulusDesc& desc,
           const PlanLimits& limits, const modulus::HostOperands& operands, WorkingSet& buffers, OutContent modulus,
           OutContent copy)
    : device_(device),
      compiler_(compiler),
      sources_(sources),
      desc_(desc),
      limits_(limits),
      operands_(operands),
      buffers_(buffers),
      modulus_{std::move(modulus.result), device.make_buffer(buffers.places().buffer_bytes(), "Out, initial")},
      copy_{std::move(copy.result), device.make_buffer(buffers.places().buffer_bytes(), "Out, initial")} {
  upload(modulus.initial, *modulus_.initial);
  upload(copy.initial, *copy_.initial);
  fill_outs();
}

/// Makes of an image what a buffer holds that has all places for Out.
void Gate::upload(std::span<const std::byte> image, Buffer& initial) {
  const OutPlaces& places = buffers_.places();
  if (places.apart) {
    std::vector<std::byte> content(initial.bytes(), kGuardByte);
    for (std::uint64_t place = 0; place < places.count; ++place)
      std::ranges::copy(image.subspan(kGuardBytes, places.storage_bytes),
                        content.begin() + static_cast<std::ptrdiff_t>(places.offset(place)));
    device_.upload(initial, content);
    return;
  }
  device_.upload(initial, image);
  const std::uint64_t rest = initial.bytes() - image.size();
  if (rest == 0) return;
  const auto guard = device_.make_buffer(rest, "guard");
  device_.upload(*guard, std::vector(rest, kGuardByte));
  const Copy behind{.to = {&initial, image.size()}, .from = guard.get()};
  static_cast<void>(device_.time({.launches = {}, .copies_before = {&behind, 1}}));
}

void Gate::fill_outs() {
  std::vector<Copy> copies;
  buffers_.fill(*modulus_.initial, copies);
  static_cast<void>(device_.time({.launches = {}, .copies_before = copies}));
}

Gate::Expected& Gate::expected_of(const PreparedKernel& prepared) {
  return is_copy(prepared.candidate) ? copy_ : modulus_;
}

/// The result of an earlier kernel with the same proof, to compare with bit by bit; null where there is none yet.
const Gate::Proof* Gate::find_proof(const PreparedKernel& prepared) {
  const auto& proofs = expected_of(prepared).proofs;
  const auto proof = proofs.find(prepared.candidate.proof);
  return proof == proofs.end() ? nullptr : &proof->second;
}

/// Kernels that speed up the gate. Where they are refused, for example because a pack lacks them, the CPU and the queue
/// do the work, and on a software adapter, where the device is no faster.
void Gate::make_kernels(const Variant& like) {
  if (std::exchange(has_kernels_, true) || device_.traits().software) return;
  try {
    transfer_.emplace(device_, compiler_, sources_, image_bytes(desc_), like, limits_);
    equality_.emplace(device_, compiler_, sources_, like, limits_);
  } catch (const VariantFailure& failure) {
    if (lost_its_device(failure.status())) throw;
  }
}

Comparison Gate::verify(const PreparedKernel& prepared, std::span<const Slice> slices) {
  const PerBuffer<BufferAt> buffers = buffers_.next_in_first_place();
  if (launch(prepared, slices, buffers)) return find_proof(prepared)->comparison;
  return compare_image(prepared, image_of(buffers));
}

Comparison Gate::verify_own(const PreparedKernel& prepared, std::span<const Slice> slices) {
  if (!guard_) guard_.emplace(device_, image_bytes(desc_));
  PerBuffer<BufferAt> buffers = buffers_.next_in_first_place();
  const BufferAt out = guard_->image().plus(kGuardBytes);
  buffers[modulus::kTensorOut] = out;
  if (desc_.over_a) buffers[modulus::kTensorA] = out;
  if (desc_.over_b) buffers[modulus::kTensorB] = out;
  const bool is_proven = launch(prepared, slices, buffers);
  look_for_strays();  // first, for they must be mended whatever the result
  if (is_proven) return find_proof(prepared)->comparison;
  return compare_image(prepared, image_of(buffers));
}

/// Launches the kernel on a poisoned Out. True where the device found that it left what an earlier one did.
bool Gate::launch(const PreparedKernel& prepared, std::span<const Slice> slices, const PerBuffer<BufferAt>& buffers) {
  make_kernels(prepared.candidate.variant.value_or(Variant{}));
  const BufferAt image = image_of(buffers);
  const std::uint64_t bytes = image_bytes(desc_);
  Buffer* const initial = expected_of(prepared).initial.get();
  std::vector<Launch> launches;
  std::vector<Copy> copies;
  if (transfer_)
    launches.push_back(transfer_->copy(image, initial));
  else
    copies.push_back({image, initial, bytes});
  launches.push_back({prepared.kernel.get(), buffers, slices});
  const Proof* const known = find_proof(prepared);
  const bool compares = known != nullptr && known->image;
  if (compares) {
    copies.push_back(equality_->reset());
    launches.push_back(equality_->compare(image, known->image.get(), bytes));
  }
  static_cast<void>(device_.time(
      {.launches = launches, .copies_before = copies, .read_after = compares ? equality_->counts() : ReadBack{}}));
  return compares && equality_->were_equal();
}

Comparison Gate::compare_image(const PreparedKernel& prepared, const BufferAt& image) {
  const std::span whole = room();
  device_.read_back(whole, *image.buffer, image.offset);
  Expected& expected = expected_of(prepared);
  const std::span<const std::byte> storage = whole.subspan(kGuardBytes, expected.result.size());
  if (!is_guard(whole.first(kGuardBytes))) refuse("the kernel wrote before Out");
  const Proof* const known = find_proof(prepared);
  const bool is_proven = known != nullptr && same(known->storage, storage);
  const Comparison comparison = is_proven ? known->comparison : compare_storage(prepared, storage);
  const bool in_place = desc_.over_a || desc_.over_b;
  // A peer may use all of the storage that its tensor is described with.
  if (const auto byte = first_touched_gap(desc_.out, storage, in_place ? modulus::kGapByte : ~modulus::kGapByte);
      byte && !is_proven && is_judged(prepared.candidate.accuracy))
    refuse(fmt::format("the kernel wrote between Out's elements, at byte {}", *byte));
  if (!is_guard(whole.subspan(kGuardBytes + storage.size()))) refuse("the kernel wrote past the end of Out");
  if (known != nullptr) return comparison;
  Proof proof{.comparison = comparison};
  if (equality_) {
    proof.image = device_.make_buffer(whole.size(), "Out, proven");
    const Launch keep = transfer_->copy(proof.image.get(), image);
    static_cast<void>(device_.time({.launches = {&keep, 1}}));
  } else {
    proof.storage.assign(storage.begin(), storage.end());
  }
  expected.proofs.emplace(prepared.candidate.proof, std::move(proof));
  return comparison;
}

Comparison Gate::compare_storage(const PreparedKernel& prepared, std::span<const std::byte> storage,
                                 std::string_view when) const {
  const Expected& expected = is_copy(prepared.candidate) ? copy_ : modulus_;
  Comparison comparison = compare_results(desc_, prepared.candidate.accuracy, operands_, expected.result, storage);
  if (comparison.out_of_bound > 0)
    refuse(fmt::format("{}{} of {} results wrong; first {}{}", when, comparison.out_of_bound, comparison.compared,
                       comparison.first_wrong,
                       comparison.worst == comparison.first_wrong ? "" : "; worst " + comparison.worst));
  return comparison;
}

void Gate::look_for_strays() {
  if (equality_) {
    const Copy reset = equality_->reset();
    std::vector<Launch> launches;
    guard_->compare(*equality_, launches);
    static_cast<void>(
        device_.time({.launches = launches, .copies_before = {&reset, 1}, .read_after = equality_->counts()}));
  }
  if (const auto stray = equality_ && equality_->were_equal() ? std::nullopt : guard_->find_stray()) {
    mend();
    refuse("the kernel wrote " + *stray);
  }
  check_operands();
}

void Gate::check_operands() {
  if (are_operands_whole()) return;
  mend();
  refuse("the kernel changed an operand that it only reads");
}

bool Gate::are_operands_whole() {
  const std::vector<Buffer*> as = buffers_.buffers_of(modulus::kTensorA);
  const std::vector<Buffer*> bs = buffers_.buffers_of(modulus::kTensorB);
  if (!equality_) return holds(as, operands_.a) && holds(bs, operands_.b);
  const Copy reset = equality_->reset();
  std::vector<Launch> launches;
  const auto compare = [&](std::span<Buffer* const> buffers, std::unique_ptr<Buffer>& kept,
                           std::span<const std::byte> content) {
    if (buffers.empty()) return;
    if (!kept) {
      kept = device_.make_buffer(buffers.front()->bytes(), "operand");
      // Whole vectors are compared, and no one wrote what follows the content in the last: libvkd3d's memory is not
      // zero.
      device_.copy(*kept, *buffers.front());
      device_.upload(*kept, content);
    }
    for (Buffer* const buffer : buffers) launches.push_back(equality_->compare(buffer, kept.get(), kept->bytes()));
  };
  compare(as, true_a_, operands_.a);
  compare(bs, true_b_, operands_.b);
  static_cast<void>(
      device_.time({.launches = launches, .copies_before = {&reset, 1}, .read_after = equality_->counts()}));
  return equality_->were_equal();
}

bool Gate::holds(std::span<Buffer* const> buffers, std::span<const std::byte> content) {
  std::vector<std::byte> held(buffers.empty() ? 0 : content.size());
  return std::ranges::all_of(buffers, [&](const Buffer* buffer) {
    device_.read_back(held, *buffer);
    return same(held, content);
  });
}

/// Makes everything as it was before a kernel that wrote where it must not.
void Gate::mend() {
  if (guard_) guard_->fill();
  buffers_.upload(operands_);
  for (Expected* const expected : {&modulus_, &copy_}) {
    upload(make_initial(desc_, operands_, expected->result), *expected->initial);
    expected->proofs.clear();
  }
  true_a_.reset();
  true_b_.reset();
  fill_outs();
}

Gate::Check Gate::make_check(const PreparedKernel& prepared, const Launch& last, std::vector<Copy>& copies) {
  Check check{.prepared = &prepared, .last = last};
  check.last.overlaps_previous = false;
  const BufferAt& out = last.buffers[modulus::kTensorOut];
  const OutPlaces& places = buffers_.places();
  const Proof* const known = find_proof(prepared);
  if (known != nullptr && known->image && places.known_bytes > 0) {
    copies.push_back(equality_->reset());
    check.launches.push_back(equality_->compare(out, {known->image.get(), kGuardBytes}, places.known_bytes));
    // Not before the next batch's clock starts: on an H200 launches were up to 6 us slower then, as the caches still
    // had writes to do.
    if (buffers_.is_warm()) check.launches.push_back(check.last);
    check.read_after = equality_->counts();
  } else {
    check.read_after = {room().first(places.storage_bytes), out.buffer, out.offset};
  }
  return check;
}

void Gate::finish(const Check& check) {
  if (!check.launches.empty()) {
    if (!equality_->were_equal()) look_closer(check);
    return;
  }
  const Proof* const known = find_proof(*check.prepared);
  const std::span storage = room().first(buffers_.places().storage_bytes);
  const std::uint64_t bytes = std::min<std::uint64_t>(buffers_.places().known_bytes, storage.size());
  const bool is_proven = known != nullptr && !known->storage.empty() && bytes > 0 &&
                         same(storage.first(bytes), std::span(known->storage).first(bytes));
  if (!is_proven) static_cast<void>(compare_storage(*check.prepared, storage, "in a timed launch, "));
  if (buffers_.is_warm()) static_cast<void>(device_.time({.launches = {&check.last, 1}}));
}

/// The bits are not those of the proven result, which may be right all the same.
void Gate::look_closer(const Check& check) {
  const BufferAt& out = check.last.buffers[modulus::kTensorOut];
  bool are_equal = false;
  if (buffers_.is_warm()) {  // Out has been written again since it was compared
    const Copy reset = equality_->reset();
    const Launch compare =
        equality_->compare(out, {find_proof(*check.prepared)->image.get(), kGuardBytes}, buffers_.places().known_bytes);
    static_cast<void>(device_.time({.launches = {&check.last, 1},
                                    .copies_before = {&reset, 1},
                                    .checks = {&compare, 1},
                                    .read_after = equality_->counts()}));
    are_equal = equality_->were_equal();
  }
  const std::span storage = room().first(buffers_.places().storage_bytes);
  device_.read_back(storage, *out.buffer, out.offset);
  static_cast<void>(compare_storage(*check.prepared, storage, "in a timed launch, "));
  if (are_equal) refuse("a timed launch left other results than the same launch again");
}

std::span<std::byte> Gate::room() {
  // Not a vector, which would zero it first on one thread: first use is faster on many.
  const std::uint64_t bytes = image_bytes(desc_);
  if (!room_) room_ = std::make_unique_for_overwrite<std::byte[]>(bytes);
  return {room_.get(), bytes};
}

}  // namespace modlab::measure
