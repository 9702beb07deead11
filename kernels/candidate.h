#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/accuracy.h"
#include "kernels/build.h"

namespace modlab {

struct KernelFile;
using KernelPtr = std::shared_ptr<const KernelFile>;
using Kernels = std::vector<KernelPtr>;  ///< users' kernels; none is null

/// What whoever knows a candidate makes plans from.
class Recipe {
 public:
  Recipe() = default;
  Recipe(const Recipe&) = delete;
  Recipe& operator=(const Recipe&) = delete;
  virtual ~Recipe() = default;

  /// What it chooses: the journal's columns, with their texts.
  [[nodiscard]] virtual std::vector<std::pair<std::string_view, std::string>> choices() const = 0;
};

/// What is timed on a workload. What can be done with it is a property that it states.
struct Candidate {
  static Candidate of_peer(std::string_view name);

  bool operator==(const Candidate& other) const { return name == other.name; }

  std::string name;  ///< the identity
  Accuracy accuracy = Accuracy::exact;
  std::string proof{};                     ///< candidates of one proof leave the same bits
  std::string kind{};                      ///< what it does; the first of a kind in a space is the plainest
  KernelPtr kernel{};                      ///< the user's kernel that it is a variant of; null: of none
  bool believed = true;                    ///< right on one shape, it is right on all; else it must show that
  bool is_copy = false;                    ///< leaves a copy's results, not the workload's
  bool is_checked = true;                  ///< what it leaves can be checked
  std::optional<Build> build{};            ///< nothing where others have compiled it
  std::shared_ptr<const Recipe> recipe{};  ///< likewise
};

/// Whose candidate has this name: of a user's kernel "mine-3fa2c1d0", where it is called
/// "mine:UNROLL=2-THREADS=64-d3dcompile-5.1-3fa2c1d0"; empty of others. The kernel need not be known.
std::string family_of(std::string_view name);

/// The axes and values in such a name, in their order: UNROLL and 2, THREADS and 64.
std::vector<std::pair<std::string_view, std::string_view>> own_choices(std::string_view name);

/// The hash of its kernel that such a name ends in; empty where it ends in its build.
std::string_view kernel_hash_in(std::string_view name);

}  // namespace modlab
