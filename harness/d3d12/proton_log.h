#pragma once

#include <string>

#include "harness/system/scoped_variable.h"

namespace modlab {

/// What vkd3d-proton logs, which is the only place where it tells its version and why it refuses a device. POSIX only.
class ProtonLog {
 public:
  /// The log is kept in memory, or in the user's own VKD3D_LOG_FILE.
  ProtonLog();

  /// Makes the library log here. It reads once how much and where to, when it is first called; for that time only,
  /// because the built-in libvkd3d reads the same variables, and is to be silent.
  class Scope {
   public:
    explicit Scope(const ProtonLog& log) : file_("VKD3D_LOG_FILE", log.file_), level_("VKD3D_DEBUG", log.level_) {}

   private:
    ScopedVariable file_;
    ScopedVariable level_;
  };

  /// "3.0.1 (build 0e65f3f392c3793)"; empty before the library has started.
  [[nodiscard]] std::string version() const;

  /// Its errors and warnings so far, without where in its code they come from, in one line; may be empty.
  [[nodiscard]] std::string complaints() const;

 private:
  std::string file_;
  std::string level_ = "info";
};

}  // namespace modlab
