#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/filter.h"
#include "kernels/modulus/variant.h"
#include "kernels/plan.h"

namespace modlab::modulus {

/// A named value as shaders/constants.hlsli spells it: ACCESS=ACCESS_RAW.
Define word_define(std::string_view macro, std::string_view value);

/// One journal column of an axis.
struct VariantColumn {
  std::string_view name;
  std::function<std::string(const Variant&)> text;
};

/// One tunable choice. Names, defines, journal columns, --where, the space and the steps of a search all derive from
/// the table of these: a new axis is a field of Variant, an entry in kernels/modulus/axis.cpp and the shader line that
/// reads its define.
struct Axis {
  std::string_view name;
  /// The values as a variant's name spells them. The empty one, if any, is left out of names.
  std::vector<std::string> values;
  std::function<std::string(const Variant&)> text;  ///< how a name spells this variant's value
  std::function<void(Variant&, std::size_t)> set;   ///< to the value at an index
  std::vector<VariantColumn> columns;
  std::function<std::vector<Define>(const Variant&)> defines;
  bool ordered = false;  ///< a step goes to the next larger or smaller value, rather than to any other

  /// The index of the variant's value; nothing if the axis does not have it.
  [[nodiscard]] std::optional<std::size_t> index_of(const Variant& variant) const;
  /// Where the value at an index stands in the order of a space: the plainest is first.
  [[nodiscard]] std::size_t place_of(std::size_t value) const;
  /// The plainest variant with this value.
  [[nodiscard]] Variant variant_with(std::size_t value) const;
  /// The distinct texts that one of its columns can hold.
  [[nodiscard]] std::vector<std::string> texts_in(const VariantColumn& column) const;
};

/// Every axis, in the order of their parts in a variant's name.
std::span<const Axis> variant_axes();

/// Where a variant stands in the order of a space: the place of its value on every axis.
std::vector<std::size_t> order_of(const Variant& variant);

/// The columns of every axis, in the same order.
std::span<const VariantColumn> variant_columns();

/// A variant's text in a column; empty where the column says nothing of the variants of its kernel file.
std::string text_in(const VariantColumn& column, const Variant& variant);

/// A variant's value in each of them.
std::vector<std::string> choices_of(const Variant& variant);

/// What --where and tables by axis can name: the columns, and an axis of several columns as a whole.
std::span<const VariantColumn> variant_choices();

/// The variants that the user asked for: single names, and per axis the values allowed. Empty accepts everything.
class VariantFilter {
 public:
  VariantFilter() = default;
  /// Throws Error on an unknown name or value.
  VariantFilter(const Filter& filter);  // NOLINT: the same, understood

  /// "threads=64,256": one --where, by the name of a column or of an axis, also of a kernel added before. Throws Error
  /// on an unknown name or value.
  void add_where(std::string_view text);
  void add_variant(const Variant& variant) { variants_.push_back(variant); }

  /// Whether the variant is one of those asked for by name, if any were.
  [[nodiscard]] bool names(const Variant& variant) const;
  /// Whether any variant with this value of an axis can be accepted.
  [[nodiscard]] bool accepts(const Axis& axis, std::size_t value) const;
  [[nodiscard]] const std::vector<Variant>& variants() const { return variants_; }

  /// Adds the variants of a user's kernel to the space.
  void add_kernel(const KernelPtr& kernel) { kernels_.push_back(kernel); }
  /// Leaves out the built-in ones.
  void only_kernels() { only_kernels_ = true; }
  [[nodiscard]] const Kernels& kernels() const { return kernels_; }
  [[nodiscard]] bool accepts_built_in() const { return !only_kernels_; }
  /// Whether a kernel's variant has the values asked for; those of axes that it does not have do not count.
  [[nodiscard]] bool accepts_own(const Variant& variant) const;

 private:
  struct Allowed {
    VariantColumn choice;
    std::vector<std::string> values;
  };
  struct OwnAllowed {
    std::string axis;
    std::vector<std::string> values;
  };
  [[nodiscard]] std::optional<OwnAllowed> own_where(std::string_view name, std::string_view values) const;

  std::vector<Allowed> allowed_;
  std::vector<OwnAllowed> own_allowed_;
  std::vector<Variant> variants_;
  Kernels kernels_;
  bool only_kernels_ = false;
};

}  // namespace modlab::modulus
