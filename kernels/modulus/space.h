#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kernels/device_traits.h"
#include "kernels/modulus/axis.h"
#include "kernels/modulus/modulus.h"
#include "kernels/modulus/variant.h"
#include "kernels/space.h"

namespace modlab::modulus {

/// What the operator asks for and a kernel file does not say that it serves; nothing where it says so of everything.
std::optional<std::string> why_unserved(const KernelFile& kernel, const ModulusDesc& desc);

/// Why this variant cannot compute this operator, which must be legal, on this platform; nothing when it can.
std::optional<std::string> why_illegal(const Variant& variant, const ModulusDesc& desc, const Platform& platform);

/// The variants an operator can choose from on a platform, narrowed to what the user asked for.
class VariantSpace {
 public:
  VariantSpace(const ModulusDesc& desc, const Platform& platform, const VariantFilter& filter = {});

  /// In a fixed order, in which the plainest variant of each accuracy class comes before the others of its class.
  [[nodiscard]] const std::vector<Variant>& legal() const& { return legal_; }
  [[nodiscard]] std::vector<Variant> legal() && { return std::move(legal_); }

 private:
  std::vector<Variant> legal_;
};

/// The plainest legal variant of an exact algorithm. Throws Error with the reason where there is none.
Variant plainest_exact(const ModulusDesc& desc, const Platform& platform);

/// A combination of the axes' values that is not in the space, and why.
struct IllegalVariant {
  Variant variant;
  std::string reason;
};
std::vector<IllegalVariant> illegal_variants(const ModulusDesc& desc, const Platform& platform,
                                             const VariantFilter& filter = {});

/// Variants as points of a space whose axes are kernels/modulus/axis.h's: point i is variant i. Where there are users'
/// kernels, one more axis says which, and their own axes follow; a search should start with a few of each.
Space space_of(const std::vector<Variant>& variants, const Kernels& kernels);

}  // namespace modlab::modulus
