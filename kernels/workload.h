#pragma once

#include <any>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/candidate.h"
#include "kernels/comparison.h"
#include "kernels/device_traits.h"
#include "kernels/filter.h"
#include "kernels/plan.h"
#include "kernels/space.h"
#include "kernels/tensor.h"

namespace modlab {

/// A tensor that the kernels of a workload bind. Plans and launches number buffers as the workload numbers operands.
struct Operand {
  std::string name;
  TensorDesc tensor;
  bool is_output = false;
  std::optional<std::size_t> shares{};  ///< the output in whose buffer it lies, in place
};

using Content = std::vector<std::byte>;  ///< of a tensor's storage, gaps included

/// Operands, and what each holds before a launch; nothing where kernels must not care.
struct BoundOperands {
  std::vector<Operand> operands;
  std::vector<std::span<const std::byte>> contents;
};

/// What a workload's operands hold.
struct Contents {
  std::vector<Content> before;   ///< of each operand, what kernels find in it; empty where they must not care
  std::vector<Content> results;  ///< of each output, what kernels must leave in it; empty of other operands
  std::vector<Content> copies;   ///< likewise copies
};

/// What says which workload it is: the journal's columns. Those that a workload does not have are empty.
struct WorkloadFields {
  std::string op;
  std::string dtype;
  std::string shape;
  std::string layout;
  std::string placement;
  std::string data_set;

  bool operator==(const WorkloadFields&) const = default;
};

/// "floor/f32/4x256x1024/packed/out/mixed": those that are not empty.
std::string name_of(const WorkloadFields& fields);

/// Whether a text is a workload's name, and so nothing else.
bool is_workload_name(std::string_view text);

class Problem;

/// What is computed, on what: everything about a measurement except the candidate.
struct Workload {
  Workload() = default;
  /// Of whatever a function make_workload() beside it makes one.
  template <typename Kind>
  requires requires(const Kind& kind) {
    { make_workload(kind) } -> std::same_as<Workload>;
  }
  Workload(const Kind& kind) : Workload(make_workload(kind)) {}  // NOLINT: it is one

  std::string name;  ///< the identity
  WorkloadFields fields;
  std::vector<Operand> operands;
  std::uint64_t elements = 0;              ///< results of a launch
  std::uint64_t bytes = 0;                 ///< that a launch must move
  std::uint64_t packed_bytes = 0;          ///< that a launch moves which treats the tensors as packed
  std::uint64_t tensor_bytes = 0;          ///< its size, to find workloads like it
  std::shared_ptr<const Problem> problem;  ///< who knows the rest

  bool operator==(const Workload& other) const { return name == other.name; }
};
inline const std::string& name_of(const Workload& workload) { return workload.name; }

/// Copies that show how fast memory lets candidates be.
struct Copies {
  std::string path;              ///< what the candidates have in common that these copies are like
  std::vector<Candidate> usual;  ///< of this path, in shapes that are usually fast
  Candidate twin;                ///< in the very shape of the candidate
};

/// What the lab asks whoever knows a workload. All of it may be asked from several threads at once.
class Problem {
 public:
  Problem() = default;
  Problem(const Problem&) = delete;
  Problem& operator=(const Problem&) = delete;
  virtual ~Problem() = default;

  /// The same for the same seed on every machine.
  [[nodiscard]] virtual Contents contents(std::uint64_t seed) const = 0;

  /// Compares what a candidate left in an output. The contents are its workload's.
  [[nodiscard]] virtual Comparison compare(const Contents& contents, std::size_t output, const Candidate& candidate,
                                           std::span<const std::byte> got) const = 0;

  /// The legal candidates on a platform, of those asked for. Throws Error where the filter is not understood.
  [[nodiscard]] virtual Space space(std::uint64_t seed, const Platform& platform, const Filter& filter) const = 0;

  /// Seeds with the same have the same space.
  [[nodiscard]] virtual std::string space_key(std::uint64_t seed) const = 0;

  /// Whether a candidate that is legal for one seed is so for another.
  [[nodiscard]] virtual bool fits(const Candidate& candidate, std::uint64_t seed) const = 0;

  /// What a device runs, of a candidate that is not a peer. Throws Error where it cannot be planned.
  [[nodiscard]] virtual std::shared_ptr<const Plan> plan(const Candidate& candidate, std::uint64_t seed,
                                                         const PlanLimits& limits) const = 0;

  /// Small workloads of other sizes and contents, on which kernels of this one must be right too.
  [[nodiscard]] virtual std::vector<Workload> elsewhere() const = 0;

  /// A copy of a fixed shape, legal for every workload.
  [[nodiscard]] virtual Candidate pilot(const Build& build) const = 0;

  /// The copies that a roofline starts with: of each path of the space that this build has.
  [[nodiscard]] virtual std::vector<Copies> first_copies(std::uint64_t seed, const Platform& platform,
                                                         const Build& build) const = 0;

  /// Those like a candidate; nothing where it has no copies of its shape.
  [[nodiscard]] virtual std::optional<Copies> copies_like(const Candidate& candidate) const = 0;

  /// Copies of the same buffers as if their tensors were packed, where they are not.
  [[nodiscard]] virtual std::vector<Candidate> packed_copies(std::span<const Copies> first) const = 0;

  /// What a peer is asked for, in a type that the peer knows.
  [[nodiscard]] virtual std::any operation(std::uint64_t seed) const = 0;
};

}  // namespace modlab
