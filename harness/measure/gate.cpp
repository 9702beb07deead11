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

bool is_guard(std::span<const std::byte> bytes) {
  return std::ranges::all_of(bytes, [](std::byte byte) { return byte == kGuardByte; });
}

bool same(std::span<const std::byte> x, std::span<const std::byte> y) {
  return x.size() == y.size() && (x.empty() || std::memcmp(x.data(), y.data(), x.size()) == 0);
}

[[noreturn]] void refuse(const std::string& reason) { throw VariantFailure(Status::wrong_result, reason); }

constexpr std::string_view kWhenTimed = "in a timed launch, ";

}  // namespace

Gate::Gate(Device& device, compile::Compiler& compiler, const ShaderSources& sources, const Workload& workload,
           const PlanLimits& limits, WorkloadData& data, WorkingSet& buffers)
    : device_(device),
      compiler_(compiler),
      sources_(sources),
      workload_(workload),
      limits_(limits),
      contents_(data.contents),
      buffers_(buffers),
      true_inputs_(workload.operands.size()) {
  make_initial_buffers(results_, std::exchange(data.before_results, {}));
  make_initial_buffers(copies_, std::exchange(data.before_copies, {}));
  fill_outputs();
}

const Operand& Gate::operand_of(std::size_t output) const { return workload_.operands[plan_of(output).operand]; }

BufferAt Gate::place_of(std::size_t output, const PerBuffer<BufferAt>& buffers) const {
  return buffers[plan_of(output).operand];
}

BufferAt Gate::image_of(std::size_t output, const PerBuffer<BufferAt>& buffers) const {
  const BufferAt place = place_of(output, buffers);
  return {place.buffer, place.offset - kGuardBytes};
}

void Gate::make_initial_buffers(Expected& expected, const std::vector<Content>& images) {
  for (std::size_t output = 0; output < output_count(); ++output) {
    expected.buffers.push_back(
        device_.make_buffer(plan_of(output).places.buffer_bytes(), operand_of(output).name + ", initial"));
    expected.initial.push_back(expected.buffers.back().get());
    upload(output, images[plan_of(output).operand], *expected.buffers.back());
  }
}

/// Makes of an image what a buffer holds that has all places for the output.
void Gate::upload(std::size_t output, std::span<const std::byte> image, Buffer& initial) {
  const OutPlaces& places = plan_of(output).places;
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

void Gate::fill_outputs() {
  std::vector<Copy> copies;
  buffers_.fill(initial(), copies);
  static_cast<void>(device_.time({.launches = {}, .copies_before = copies}));
}

Gate::Expected& Gate::expected_of(const PreparedKernel& prepared) {
  return prepared.candidate.is_copy ? copies_ : results_;
}

/// What an earlier kernel with the same proof left, to compare with bit by bit; null where there is none yet.
const Gate::Proofs* Gate::find_proofs(const PreparedKernel& prepared) {
  const auto& proofs = expected_of(prepared).proofs;
  const auto found = proofs.find(prepared.candidate.proof);
  return found == proofs.end() ? nullptr : &found->second;
}

/// Kernels that speed up the gate. Where they are refused, for example because a pack lacks them, the CPU and the queue
/// do the work, and on a software adapter, where the device is no faster.
void Gate::make_kernels(const PreparedKernel& prepared) {
  if (std::exchange(has_kernels_, true) || device_.traits().software) return;
  const Build build = prepared.candidate.build.value_or(Build{});
  try {
    std::vector<Transfer> transfers;
    for (std::size_t output = 0; output < output_count(); ++output)
      transfers.emplace_back(device_, compiler_, sources_, image_bytes(operand_of(output).tensor), build, limits_);
    transfers_ = std::move(transfers);
    equality_.emplace(device_, compiler_, sources_, build, limits_);
  } catch (const VariantFailure& failure) {
    if (lost_its_device(failure.status())) throw;
  }
}

Comparison Gate::verify(const PreparedKernel& prepared, std::span<const Slice> slices) {
  const PerBuffer<BufferAt> buffers = buffers_.next_in_first_place();
  if (launch(prepared, slices, buffers)) return total_of(*find_proofs(prepared));
  return compare_images(prepared, buffers);
}

Comparison Gate::verify_closely(const PreparedKernel& prepared, std::span<const Slice> slices) {
  PerBuffer<BufferAt> buffers = buffers_.next_in_first_place();
  for (std::size_t output = 0; output < output_count(); ++output) {
    if (guards_.size() == output)
      guards_.emplace_back(device_, image_bytes(operand_of(output).tensor), operand_of(output).name);
    buffers[plan_of(output).operand] = guards_[output].image().plus(kGuardBytes);
  }
  for (std::size_t i = 0; i < workload_.operands.size(); ++i)
    if (const auto& shares = workload_.operands[i].shares) buffers[i] = buffers[*shares];
  const bool is_proven = launch(prepared, slices, buffers);
  look_for_strays();  // first, for they must be mended whatever the result
  if (is_proven) return total_of(*find_proofs(prepared));
  return compare_images(prepared, buffers);
}

/// Launches the kernel on poisoned outputs. True where the device found that it left what an earlier one did.
bool Gate::launch(const PreparedKernel& prepared, std::span<const Slice> slices, const PerBuffer<BufferAt>& buffers) {
  make_kernels(prepared);
  const Expected& expected = expected_of(prepared);
  std::vector<Launch> launches;
  std::vector<Copy> copies;
  for (std::size_t output = 0; output < output_count(); ++output) {
    Buffer* const initial = expected.buffers[output].get();
    if (!transfers_.empty())
      launches.push_back(transfers_[output].copy(image_of(output, buffers), initial));
    else
      copies.push_back({image_of(output, buffers), initial, image_bytes(operand_of(output).tensor)});
  }
  launches.push_back({prepared.kernel.get(), buffers, slices});
  const Proofs* const known = find_proofs(prepared);
  const bool compares = known != nullptr && known->front().image;
  if (compares) {
    copies.push_back(equality_->reset());
    for (std::size_t output = 0; output < output_count(); ++output)
      launches.push_back(equality_->compare(image_of(output, buffers), (*known)[output].image.get(),
                                            image_bytes(operand_of(output).tensor)));
  }
  static_cast<void>(device_.time(
      {.launches = launches, .copies_before = copies, .read_after = compares ? equality_->counts() : ReadBack{}}));
  return compares && equality_->were_equal();
}

Comparison Gate::compare_images(const PreparedKernel& prepared, const PerBuffer<BufferAt>& buffers) {
  Proofs proofs;
  for (std::size_t output = 0; output < output_count(); ++output)
    proofs.push_back(compare_image(prepared, output, image_of(output, buffers)));
  const Comparison comparison = total_of(proofs);
  expected_of(prepared).proofs.try_emplace(prepared.candidate.proof, std::move(proofs));
  return comparison;
}

Gate::Proof Gate::compare_image(const PreparedKernel& prepared, std::size_t output, const BufferAt& image) {
  const std::string& name = operand_of(output).name;
  const std::span whole = room(output);
  device_.read_back(whole, *image.buffer, image.offset);
  const std::span storage = storage_room(output);
  if (!is_guard(whole.first(kGuardBytes))) refuse(fmt::format("the kernel wrote before {}", name));
  const Proofs* const known = find_proofs(prepared);
  const bool is_proven = known != nullptr && same((*known)[output].storage, storage);
  Proof proof{.comparison = is_proven ? (*known)[output].comparison : compare_storage(prepared, output, storage)};
  // A peer may use all of the storage that its tensor is described with.
  if (const auto byte =
          first_touched_gap(operand_of(output).tensor, storage, plan_of(output).is_restored ? kGapByte : ~kGapByte);
      byte && !is_proven && is_judged(prepared.candidate.accuracy))
    refuse(fmt::format("the kernel wrote between {}'s elements, at byte {}", name, *byte));
  if (!is_guard(whole.subspan(kGuardBytes + storage.size())))
    refuse(fmt::format("the kernel wrote past the end of {}", name));
  if (known != nullptr) return proof;
  if (equality_) {
    proof.image = device_.make_buffer(whole.size(), name + ", proven");
    const Launch keep = transfers_[output].copy(proof.image.get(), image);
    static_cast<void>(device_.time({.launches = {&keep, 1}}));
  } else {
    proof.storage.assign(storage.begin(), storage.end());
  }
  return proof;
}

Comparison Gate::total_of(const Proofs& proofs) {
  Comparison total = proofs.front().comparison;
  for (const Proof& proof : std::span(proofs).subspan(1)) total.add(proof.comparison);
  return total;
}

Comparison Gate::compare_storage(const PreparedKernel& prepared, std::size_t output, std::span<const std::byte> storage,
                                 std::string_view when) const {
  Comparison comparison = workload_.problem->compare(contents_, plan_of(output).operand, prepared.candidate, storage);
  const std::string of = output_count() > 1 ? operand_of(output).name + ": " : std::string();
  if (comparison.out_of_bound > 0)
    refuse(fmt::format("{}{}{} of {} results wrong; first {}{}", when, of, comparison.out_of_bound, comparison.compared,
                       comparison.first_wrong,
                       comparison.worst == comparison.first_wrong ? "" : "; worst " + comparison.worst));
  return comparison;
}

void Gate::look_for_strays() {
  if (equality_) {
    const Copy reset = equality_->reset();
    std::vector<Launch> launches;
    for (const StrayGuard& guard : guards_) guard.compare(*equality_, launches);
    static_cast<void>(
        device_.time({.launches = launches, .copies_before = {&reset, 1}, .read_after = equality_->counts()}));
  }
  if (!equality_ || !equality_->were_equal())
    for (const StrayGuard& guard : guards_)
      if (const auto stray = guard.find_stray()) {
        mend();
        refuse("the kernel wrote " + *stray);
      }
  check_inputs();
}

void Gate::check_inputs() {
  if (are_inputs_whole()) return;
  mend();
  refuse("the kernel changed an operand that it only reads");
}

bool Gate::are_inputs_whole() {
  std::vector<Launch> launches;
  const std::optional<Copy> reset = equality_ ? std::optional(equality_->reset()) : std::nullopt;
  for (std::size_t i = 0; i < workload_.operands.size(); ++i) {
    const std::vector<Buffer*> buffers = buffers_.buffers_of(i);
    const Content& content = contents_.before[i];
    if (buffers.empty()) continue;
    if (!equality_) {
      if (!holds(buffers, content)) return false;
      continue;
    }
    std::unique_ptr<Buffer>& kept = true_inputs_[i];
    if (!kept) {
      kept = device_.make_buffer(buffers.front()->bytes(), workload_.operands[i].name);
      // Whole vectors are compared, and no one wrote what follows the content in the last: libvkd3d's memory is not
      // zero.
      device_.copy(*kept, *buffers.front());
      device_.upload(*kept, content);
    }
    for (Buffer* const buffer : buffers) launches.push_back(equality_->compare(buffer, kept.get(), kept->bytes()));
  }
  if (!equality_) return true;
  static_cast<void>(
      device_.time({.launches = launches, .copies_before = {&*reset, 1}, .read_after = equality_->counts()}));
  return equality_->were_equal();
}

bool Gate::holds(std::span<Buffer* const> buffers, std::span<const std::byte> content) {
  std::vector<std::byte> held(content.size());
  return std::ranges::all_of(buffers, [&](const Buffer* buffer) {
    device_.read_back(held, *buffer);
    return same(held, content);
  });
}

/// Makes everything as it was before a kernel that wrote where it must not.
void Gate::mend() {
  for (StrayGuard& guard : guards_) guard.fill();
  buffers_.upload(contents_.before);
  for (Expected* const expected : {&results_, &copies_}) {
    const std::vector<Content>& results = expected == &results_ ? contents_.results : contents_.copies;
    for (std::size_t output = 0; output < output_count(); ++output) {
      const std::size_t operand = plan_of(output).operand;
      upload(output, make_initial(workload_, contents_, operand, results[operand]), *expected->buffers[output]);
    }
    expected->proofs.clear();
  }
  for (auto& kept : true_inputs_) kept.reset();
  fill_outputs();
}

/// Whether all outputs can be compared with what an earlier kernel left.
bool Gate::can_compare_on_device(const Proofs* known) const {
  return known != nullptr && known->front().image &&
         std::ranges::all_of(buffers_.outputs(),
                             [](const OutputPlan& output) { return output.places.known_bytes > 0; });
}

void Gate::compare_on_device(const Launch& last, const Proofs& known, std::vector<Launch>& launches) {
  for (std::size_t output = 0; output < output_count(); ++output)
    launches.push_back(equality_->compare(place_of(output, last.buffers), {known[output].image.get(), kGuardBytes},
                                          plan_of(output).places.known_bytes));
}

Gate::Check Gate::make_check(const PreparedKernel& prepared, const Launch& last, std::vector<Copy>& copies) {
  Check check{.prepared = &prepared, .last = last};
  check.last.overlaps_previous = false;
  const Proofs* const known = find_proofs(prepared);
  if (can_compare_on_device(known)) {
    copies.push_back(equality_->reset());
    compare_on_device(last, *known, check.launches);
    // Not before the next batch's clock starts: on an H200 launches were up to 6 us slower then, as the caches still
    // had writes to do.
    if (buffers_.is_warm()) check.launches.push_back(check.last);
    check.read_after = equality_->counts();
  } else {
    const BufferAt first = place_of(0, last.buffers);
    check.read_after = {storage_room(0), first.buffer, first.offset};
  }
  return check;
}

void Gate::finish(const Check& check) {
  if (!check.launches.empty()) {
    if (!equality_->were_equal()) look_closer(check);
    return;
  }
  const Proofs* const known = find_proofs(*check.prepared);
  for (std::size_t output = 0; output < output_count(); ++output) {
    const std::span storage = storage_room(output);
    const BufferAt place = place_of(output, check.last.buffers);
    if (output > 0) device_.read_back(storage, *place.buffer, place.offset);
    const std::uint64_t bytes = std::min<std::uint64_t>(plan_of(output).places.known_bytes, storage.size());
    const bool is_proven = known != nullptr && !(*known)[output].storage.empty() && bytes > 0 &&
                           same(storage.first(bytes), std::span((*known)[output].storage).first(bytes));
    if (!is_proven) compare_storage(*check.prepared, output, storage, kWhenTimed);
  }
  if (buffers_.is_warm()) static_cast<void>(device_.time({.launches = {&check.last, 1}}));
}

/// The bits are not those of the proven result, which may be right all the same.
void Gate::look_closer(const Check& check) {
  bool are_equal = false;
  if (buffers_.is_warm()) {  // the outputs have been written again since they were compared
    const Copy reset = equality_->reset();
    std::vector<Launch> compares;
    compare_on_device(check.last, *find_proofs(*check.prepared), compares);
    static_cast<void>(device_.time({.launches = {&check.last, 1},
                                    .copies_before = {&reset, 1},
                                    .checks = compares,
                                    .read_after = equality_->counts()}));
    are_equal = equality_->were_equal();
  }
  for (std::size_t output = 0; output < output_count(); ++output) {
    const BufferAt place = place_of(output, check.last.buffers);
    const std::span storage = storage_room(output);
    device_.read_back(storage, *place.buffer, place.offset);
    compare_storage(*check.prepared, output, storage, kWhenTimed);
  }
  if (are_equal) refuse("a timed launch left other results than the same launch again");
}

/// For an image of the output.
std::span<std::byte> Gate::room(std::size_t output) {
  const auto bytes_of_image = [&](std::size_t of) { return image_bytes(operand_of(of).tensor); };
  if (!room_) {
    std::uint64_t most = 0;
    for (std::size_t of = 0; of < output_count(); ++of) most = std::max(most, bytes_of_image(of));
    // Not a vector, which would zero it first on one thread: first use is faster on many.
    room_ = std::make_unique_for_overwrite<std::byte[]>(most);
  }
  return {room_.get(), bytes_of_image(output)};
}

/// The tensor in that image.
std::span<std::byte> Gate::storage_room(std::size_t output) {
  return room(output).subspan(kGuardBytes, plan_of(output).places.storage_bytes);
}

}  // namespace modlab::measure
