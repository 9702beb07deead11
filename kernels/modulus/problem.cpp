#include "kernels/modulus/problem.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <future>
#include <iterator>
#include <memory>
#include <utility>

#include "kernels/error.h"
#include "kernels/files/kernel_file.h"
#include "kernels/modulus/axis.h"
#include "kernels/modulus/compare.h"
#include "kernels/modulus/data_set.h"
#include "kernels/modulus/plan.h"
#include "kernels/modulus/reference.h"
#include "kernels/modulus/space.h"

namespace modlab::modulus {
namespace {

constexpr std::uint64_t kSeedElsewhere = 2;

struct CopyShape {
  std::uint32_t per_thread;
  std::uint32_t threads;
};
/// A variant that beats these adds its own shape.
constexpr std::array<CopyShape, 2> kCopyShapes{{{1, 256}, {4, 256}}};

class VariantRecipe final : public Recipe {
 public:
  explicit VariantRecipe(Variant variant, bool packed = false) : variant_(variant), packed_(packed) {}

  [[nodiscard]] const Variant& variant() const { return variant_; }
  /// Whether it treats the workload's tensors as packed.
  [[nodiscard]] bool is_packed() const { return packed_; }

  [[nodiscard]] std::vector<std::pair<std::string_view, std::string>> choices() const override {
    std::vector<std::pair<std::string_view, std::string>> choices;
    for (const VariantColumn& column : variant_columns()) choices.emplace_back(column.name, text_in(column, variant_));
    return choices;
  }

 private:
  Variant variant_;
  bool packed_;
};

const VariantRecipe& recipe_of(const Candidate& candidate) {
  if (const auto* recipe = dynamic_cast<const VariantRecipe*>(candidate.recipe.get())) return *recipe;
  throw Error(fmt::format("{} is not a variant of a modulus operator", candidate.name));
}

/// The tensors as if they were packed, with the same number of elements. B is one element where it is stored with
/// fewer.
ModulusDesc packed_twin(ModulusDesc desc) {
  const std::uint64_t tensor = element_count(desc.out.sizes) * bytes_of(desc.out.type);
  const bool reads_b = storage_bytes(desc.b) >= tensor;
  const std::size_t rank = desc.b.sizes.size();
  desc.a.strides.clear();
  desc.out.strides.clear();
  desc.b.strides.assign(reads_b ? 0 : rank, 0);
  return desc;
}

std::uint64_t packed_bytes(const ModulusDesc& desc) {
  const ModulusDesc packed = packed_twin(desc);
  return (packed.b.strides.empty() ? 3 : 2) * element_count(desc.out.sizes) * bytes_of(desc.out.type);
}

/// A variant of each access path with its widest loads.
std::vector<Variant> widest_of_each_path(const std::vector<Variant>& space, const Build& build) {
  std::vector<Variant> widest;
  for (const Variant& variant : space) {
    if (variant.build.compiler != build.compiler || variant.build.shader_model != build.shader_model) continue;
    const auto known = std::ranges::find(widest, variant.access, &Variant::access);
    if (known == widest.end())
      widest.push_back(variant);
    else if (variant.load_bytes > known->load_bytes)
      *known = variant;
  }
  return widest;
}

/// What the copies of a variant depend on: access, bytes per load, and the loop, of which grid is no copy's.
std::string path_of(const Variant& variant) {
  return fmt::format("{} {} {}", name_of(variant.access), variant.load_bytes,
                     name_of(variant.loop == Loop::grid ? Loop::group : variant.loop));
}

Copies copies_of(const Variant& variant, const Variant& twin) {
  Copies copies{.path = path_of(variant), .usual = {}, .twin = twin};
  std::ranges::copy(usual_copies(variant), std::back_inserter(copies.usual));
  return copies;
}

class ModulusProblem final : public Problem {
 public:
  explicit ModulusProblem(Workload workload) : workload_(std::move(workload)) {}

  [[nodiscard]] Contents contents(std::uint64_t seed) const override {
    const ModulusDesc desc = describe(workload_);
    HostOperands operands = make_operands(workload_, seed);
    Contents contents{.before = {}, .results = std::vector<Content>(3), .copies = std::vector<Content>(3)};
    // Concurrently: much of the time goes into first use of memory, which a single thread waits for.
    std::future<Content> copy = std::async(std::launch::async, [&] { return compute_copy_reference(desc, operands); });
    contents.results[kTensorOut] = compute_reference(desc, operands);
    contents.copies[kTensorOut] = copy.get();
    contents.before = {std::move(operands.a), std::move(operands.b), {}};
    return contents;
  }

  [[nodiscard]] Comparison compare(const Contents& contents, std::size_t output, const Candidate& candidate,
                                   std::span<const std::byte> got) const override {
    const std::vector<Content>& want = candidate.is_copy ? contents.copies : contents.results;
    return compare_results(describe(workload_), candidate.accuracy,
                           {contents.before[kTensorA], contents.before[kTensorB]}, want[output], got);
  }

  [[nodiscard]] std::shared_ptr<const Plan> plan(const Candidate& candidate, std::uint64_t seed,
                                                 const PlanLimits& limits) const override {
    const VariantRecipe& recipe = recipe_of(candidate);
    const ModulusDesc desc = describe(workload_, seed);
    return std::make_shared<const KernelPlan>(
        make_plan(recipe.is_packed() ? packed_twin(desc) : desc, recipe.variant(), limits));
  }

  [[nodiscard]] Space space(std::uint64_t seed, const Platform& platform, const Filter& filter) const override {
    const VariantFilter understood(filter);
    return space_of(VariantSpace(describe(workload_, seed), platform, understood).legal(), filter.kernels);
  }

  /// Data matters where one divisor serves all elements: some algorithms support only some divisors.
  [[nodiscard]] std::string space_key(std::uint64_t seed) const override {
    const ModulusDesc desc = describe(workload_, seed);
    std::string key;
    for (const AlgorithmInfo& info : modulus_algorithms()) key += why_unfit(info.algorithm, desc) ? '-' : '+';
    return key;
  }

  [[nodiscard]] bool fits(const Candidate& candidate, std::uint64_t seed) const override {
    return !why_unfit(recipe_of(candidate).variant().algorithm, describe(workload_, seed));
  }

  /// None of whose dimensions is a whole number of words, vectors or groups.
  [[nodiscard]] std::vector<modlab::Workload> elsewhere() const override {
    std::vector<modlab::Workload> others;
    for (const auto& [last, data_set] : {std::pair(37u, DataSet::edges), std::pair(1021u, DataSet::mixed)}) {
      Workload other = workload_;
      for (std::uint32_t& size : other.shape) size = 3;
      other.shape.back() = last;
      other.data_set = data_set;
      if (!why_illegal(other) &&
          storage_of(describe(other, kSeedElsewhere)) == storage_of(describe(workload_, kSeedElsewhere)))
        others.push_back(other);
    }
    return others;
  }

  [[nodiscard]] Candidate pilot(const Build& build) const override {
    return Variant{.access = Access::structured,
                   .load_bytes = 4,
                   .per_thread = 1,
                   .threads = 256,
                   .loop = Loop::group,
                   .algorithm = Algorithm::copy,
                   .binding = Binding::root,
                   .build = {build.compiler, build.shader_model}};
  }

  [[nodiscard]] std::vector<Copies> first_copies(std::uint64_t seed, const Platform& platform,
                                                 const Build& build) const override {
    std::vector<Copies> all;
    for (const Variant& path : widest_of_each_path(VariantSpace(describe(workload_, seed), platform).legal(), build))
      if (const auto twin = copy_of(path)) all.push_back(copies_of(path, *twin));
    return all;
  }

  [[nodiscard]] std::optional<Copies> copies_like(const Candidate& candidate) const override {
    const Variant* const variant = variant_of(candidate);
    const auto twin = variant != nullptr ? copy_of(*variant) : std::nullopt;
    return twin ? std::optional(copies_of(*variant, *twin)) : std::nullopt;
  }

  [[nodiscard]] std::vector<Candidate> packed_copies(std::span<const Copies> first) const override {
    std::vector<Candidate> packed;
    if (can_vectorize(describe(workload_))) return packed;
    for (const Copies& path : first)
      for (const Candidate& usual : path.usual) {
        Variant copy = *variant_of(usual);
        copy.loop = Loop::group;
        copy.load_bytes = 16;
        Candidate candidate = copy;
        candidate.name += " of packed tensors";
        candidate.is_checked = false;
        candidate.recipe = std::make_shared<VariantRecipe>(copy, true);
        packed.push_back(std::move(candidate));
      }
    return packed;
  }

  [[nodiscard]] std::any operation(std::uint64_t seed) const override { return describe(workload_, seed); }

  [[nodiscard]] const Workload& workload() const { return workload_; }

 private:
  Workload workload_;
};

}  // namespace

std::vector<Operand> operands_of(const ModulusDesc& desc) {
  const auto shared = [](bool is_out) { return is_out ? std::optional(kTensorOut) : std::nullopt; };
  return {{.name = "A", .tensor = desc.a, .shares = shared(desc.over_a)},
          {.name = "B", .tensor = desc.b, .shares = shared(desc.over_b)},
          {.name = "Out", .tensor = desc.out, .is_output = true}};
}

BoundOperands bind_operands(const ModulusDesc& desc, const OperandViews& operands) {
  return {.operands = operands_of(desc), .contents = {operands.a, operands.b, {}}};
}

modlab::Workload make_workload(const Workload& of) {
  const ModulusDesc desc = describe(of);
  modlab::Workload workload;
  workload.name = name_of(of);
  workload.fields = {.op = std::string(name_of(of.rounding)),
                     .dtype = std::string(name_of(of.type)),
                     .shape = name_of(of.shape),
                     .layout = std::string(name_of(of.layout)),
                     .placement = std::string(name_of(of.placement)),
                     .data_set = std::string(name_of(of.data_set))};
  workload.operands = operands_of(desc);
  workload.elements = element_count(of.shape);
  workload.bytes = bytes_moved(of);
  workload.packed_bytes = packed_bytes(desc);
  workload.tensor_bytes = tensor_bytes(of);
  workload.problem = std::make_shared<ModulusProblem>(of);
  return workload;
}

Variant::operator Candidate() const {
  const Accuracy guaranteed = accuracy_of(*this);
  return {.name = name_of(*this),
          .accuracy = guaranteed,
          .proof = std::string(guaranteed == Accuracy::exact ? name_of(guaranteed) : name_of(algorithm)),
          .kind = std::string(name_of(algorithm)),
          .kernel = kernel,
          .believed = kernel == nullptr,
          .is_copy = algorithm == Algorithm::copy,
          .build = build,
          .recipe = std::make_shared<VariantRecipe>(*this)};
}

const Variant* variant_of(const Candidate& candidate) {
  const auto* const recipe = dynamic_cast<const VariantRecipe*>(candidate.recipe.get());
  return recipe == nullptr ? nullptr : &recipe->variant();
}

std::optional<Variant> copy_of(const Variant& variant) {
  if (is_own(variant)) return std::nullopt;
  Variant copy = variant;
  copy.algorithm = Algorithm::copy;
  copy.precise = false;
  return copy;
}

std::vector<Variant> usual_copies(const Variant& variant) {
  std::vector<Variant> copies;
  if (is_own(variant)) return copies;
  for (const CopyShape& shape : kCopyShapes) {
    Variant copy = *copy_of(variant);
    copy.per_thread = shape.per_thread;
    copy.threads = shape.threads;
    copy.streamed = false;
    if (copy.loop == Loop::grid) copy.loop = Loop::group;
    copies.push_back(copy);
  }
  return copies;
}

namespace {

/// The users' kernels among the variants, each once.
Kernels kernels_of(const std::vector<Variant>& variants) {
  Kernels kernels;
  for (const Variant& variant : variants)
    if (variant.kernel != nullptr && std::ranges::find(kernels, variant.kernel) == kernels.end())
      kernels.push_back(variant.kernel);
  return kernels;
}

class ModulusCatalogue final : public Catalogue {
 public:
  explicit ModulusCatalogue(Kernels kernels) : kernels_(std::move(kernels)) {}

  [[nodiscard]] modlab::Workload workload(std::string_view name) const override { return parse_legal_workload(name); }

  /// A single word is a peer's name.
  [[nodiscard]] Candidate candidate(std::string_view name) const override {
    const bool is_word = !name.empty() && name.find_first_of("-:") == std::string_view::npos;
    return is_word ? Candidate::of_peer(name) : Candidate(parse_variant(name, kernels_));
  }

  [[nodiscard]] Space space_of(std::span<const std::string> names) const override {
    std::vector<Variant> variants;
    for (const std::string& name : names) variants.push_back(parse_variant(name, kernels_));
    return modulus::space_of(variants, kernels_of(variants));
  }

 private:
  Kernels kernels_;
};

}  // namespace

std::unique_ptr<const Catalogue> modulus_catalogue(Kernels kernels) {
  return std::make_unique<ModulusCatalogue>(std::move(kernels));
}

const Workload* modulus_of(const modlab::Workload& workload) {
  const auto* const problem = dynamic_cast<const ModulusProblem*>(workload.problem.get());
  return problem == nullptr ? nullptr : &problem->workload();
}

}  // namespace modlab::modulus

namespace modlab {

bool is_workload_name(std::string_view text) try {
  static_cast<void>(modulus::parse_workload(text));
  return true;
} catch (const Error&) {
  return false;
}

}  // namespace modlab
