#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "kernels/names.h"

namespace modlab {

/// The kind of buffer view a kernel loads and stores through.
enum class Access { raw, structured, typed };
inline constexpr std::array<Named<Access>, 3> kAccessNames{
    {{Access::raw, "raw"}, {Access::structured, "structured"}, {Access::typed, "typed"}}};
constexpr std::string_view name_of(Access access) { return name_in(kAccessNames, access); }

/// How the kernel's buffers are bound.
enum class Binding { root, table };
inline constexpr std::array<Named<Binding>, 2> kBindingNames{{{Binding::root, "root"}, {Binding::table, "table"}}};
constexpr std::string_view name_of(Binding binding) { return name_in(kBindingNames, binding); }

/// One buffer view of a kernel. Read-only views take t registers and writable ones u registers, each counted from 0 in
/// the order of Plan::views.
struct View {
  std::size_t buffer;  ///< its number among those of a launch
  Access access;
  std::uint32_t stride_bytes;  ///< of one element of a structured or typed view; 4 for a raw one
  bool writable;

  bool operator==(const View&) const = default;
};

}  // namespace modlab
