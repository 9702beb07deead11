#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/modulus/variant.h"
#include "kernels/modulus/workload.h"
#include "kernels/shader_sources.h"

namespace modlab {

/// What a kernel file knows of the tensors' strides, once dimensions that continue each other are merged.
enum class Storage {
  packed,       ///< each tensor is one run of elements
  broadcast_b,  ///< likewise, but B is a single element
  strided,      ///< the kernel gets sizes and strides
};
inline constexpr std::array<Named<Storage>, 3> kStorageNames{
    {{Storage::packed, "packed"}, {Storage::broadcast_b, "broadcast-b"}, {Storage::strided, "strided"}}};
constexpr std::string_view name_of(Storage storage) { return name_in(kStorageNames, storage); }

/// How a kernel file finds these tensors stored.
Storage storage_of(const modulus::ModulusDesc& desc);

/// A user's kernel: HLSL with lines that say what it computes and what can be tuned. docs/own-kernels.md is its
/// contract.
struct KernelFile {
  struct Axis {
    std::string name;
    std::vector<std::string> values;
  };
  struct Expression {
    std::string text;
    std::uint32_t line = 0;
  };

  std::string name;                                  ///< "mine", of mine.hlsl
  std::string file;                                  ///< "mine.hlsl"
  std::string hash;                                  ///< eight digits over it and what it includes of its folder
  ShaderSources sources;                             ///< these, without our own headers
  std::shared_ptr<const ShaderSources> all_sources;  ///< and with them

  std::vector<modulus::Rounding> roundings;
  std::vector<DataType> types;
  std::vector<Storage> storages{Storage::packed};
  std::vector<modulus::Placement> placements{modulus::Placement::out};
  Accuracy accuracy = Accuracy::exact;
  std::vector<Axis> axes;
  std::vector<Expression> constraints;
  std::vector<Build> builds;  ///< empty: the plainest of every compiler
  Access access = Access::structured;
  Expression stride{.text = "4"};  ///< bytes of a view's element
  Expression threads;              ///< per group
  Expression elements;             ///< per thread
  std::string entry = "main";

  /// An expression's value where the axes have these; of `elements` also the type counts.
  [[nodiscard]] std::int64_t value_of(const Expression& expression, const modulus::OwnValues& values,
                                      std::optional<DataType> type = std::nullopt) const;
};

/// Reads the declarations of the file among the sources. Throws Error that names the line.
KernelPtr parse_kernel(const std::string& file, ShaderSources sources, std::string hash);

/// The last of this name and, unless it is empty, this hash; null where there is none.
KernelPtr find_kernel(const Kernels& kernels, std::string_view name, std::string_view hash = {});

/// The kernel that a candidate's name says it is of; null where that is not among them, or the name of another's.
KernelPtr kernel_of(const Kernels& kernels, std::string_view candidate);

/// Whether a kernel serves a workload, as its file says. Throws Error where there is no workload of this name.
bool serves(const KernelFile& kernel, std::string_view workload);

/// The variant of a kernel with these values on its axes.
modulus::Variant own_variant(const KernelPtr& kernel, const modulus::OwnValues& values, const Build& build);

/// Calls visit for every combination of a kernel's values that satisfies its constraints.
template <typename Visit>
void for_each_own_values(const KernelFile& kernel, Visit visit) {
  modulus::OwnValues values{};
  const auto choose = [&](auto& self, std::size_t axis) -> void {
    if (axis == kernel.axes.size()) {
      for (const KernelFile::Expression& constraint : kernel.constraints)
        if (kernel.value_of(constraint, values) == 0) return;
      visit(values);
      return;
    }
    for (std::size_t value = 0; value < kernel.axes[axis].values.size(); ++value) {
      values[axis] = static_cast<std::uint8_t>(value);
      self(self, axis + 1);
    }
  };
  choose(choose, 0);
}

}  // namespace modlab
