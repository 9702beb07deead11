#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/variant.h"

namespace modlab {

/// One tunable choice of a variant, under the name of its journal column.
struct Axis {
  std::string_view name;
  std::string (*value_of)(const Variant&);
};

/// Every axis, in the order of the journal's columns.
std::span<const Axis> variant_axes();

/// Which variants the user asked for: single names, and per axis the values that may appear. Empty accepts everything.
class VariantFilter {
 public:
  /// "threads=64,256": one --where. Throws Error on an unknown axis or one without a value.
  void add_where(std::string_view text);
  void add_variant(const Variant& variant) { variants_.push_back(variant); }

  [[nodiscard]] bool accepts(const Variant& variant) const;
  [[nodiscard]] const std::vector<Variant>& variants() const { return variants_; }
  /// All that was asked for, in the order it was; empty where that was nothing.
  [[nodiscard]] std::string text() const;

 private:
  struct Allowed {
    Axis axis;
    std::vector<std::string> values;
  };
  std::vector<Allowed> allowed_;
  std::vector<Variant> variants_;
};

}  // namespace modlab
