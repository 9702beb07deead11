#pragma once

#include <cstddef>
#include <string>

#include "harness/system/scoped_variable.h"

namespace modlab::d3d12 {

/// What vkd3d-proton logs, which is the only place where it tells its version and why it refuses a device. It opens its
/// log once in a process, so one of these serves all its devices. POSIX only.
class ProtonLog {
 public:
  /// The log is kept in memory, or in the user's own VKD3D_LOG_FILE.
  ProtonLog();

  /// A call of the library, made while this lives. The library reads once how much to log and where to, when it is
  /// first called; the variables are put back because the built-in libvkd3d reads them too, and is to be silent.
  class Call {
   public:
    explicit Call(const ProtonLog& log);

    /// The errors and warnings of this call, without where in the library they come from, in one line; may be empty.
    [[nodiscard]] std::string complaints() const;

   private:
    const ProtonLog& log_;
    std::size_t entries_before_;
    ScopedVariable file_;
    ScopedVariable level_;
  };

  /// "3.0.1 (build 0e65f3f392c3793)"; empty before the library has started.
  [[nodiscard]] std::string version() const;

 private:
  std::string file_;
  std::string level_ = "info";
};

}  // namespace modlab::d3d12
