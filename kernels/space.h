#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kernels/axis.h"
#include "kernels/device_traits.h"
#include "kernels/modulus/modulus.h"
#include "kernels/variant.h"

namespace modlab {

/// Where variants are compiled and run.
struct Platform {
  DeviceTraits device;
  std::vector<CompilerTraits> compilers;
  std::vector<PeerTraits> peers = {};
};

/// What the operator asks for and a kernel file does not say that it serves; nothing where it says so of everything.
std::optional<std::string> why_unserved(const KernelFile& kernel, const modulus::ModulusDesc& desc);

/// Why this variant cannot compute this operator, which must be legal, on this platform; nothing when it can.
std::optional<std::string> why_illegal(const Variant& variant, const modulus::ModulusDesc& desc,
                                       const Platform& platform);

/// The variants an operator can choose from on a platform, narrowed to what the user asked for.
class VariantSpace {
 public:
  VariantSpace(const modulus::ModulusDesc& desc, const Platform& platform, const VariantFilter& filter = {});

  /// In a fixed order, in which the plainest variant of each accuracy class comes before the others of its class.
  [[nodiscard]] const std::vector<Variant>& legal() const& { return legal_; }
  [[nodiscard]] std::vector<Variant> legal() && { return std::move(legal_); }

 private:
  std::vector<Variant> legal_;
};

/// The plainest legal variant of an exact algorithm. Throws Error with the reason where there is none.
Variant plainest_exact(const modulus::ModulusDesc& desc, const Platform& platform);

/// A combination of the axes' values that is not in the space, and why.
struct IllegalVariant {
  Variant variant;
  std::string reason;
};
std::vector<IllegalVariant> illegal_variants(const modulus::ModulusDesc& desc, const Platform& platform,
                                             const VariantFilter& filter = {});

}  // namespace modlab
