#pragma once

#include <string_view>

namespace modlab::process {

/// The way back to the parent of a process that ChildProcess started. It takes stdout over: what drivers and compilers
/// print there goes to stderr from then on, so that it cannot mix with a reply.
class ParentPipe {
 public:
  ParentPipe();
  ParentPipe(const ParentPipe&) = delete;
  ParentPipe& operator=(const ParentPipe&) = delete;
  ~ParentPipe();

  /// Ends the process where the parent is gone.
  void write(std::string_view bytes);

 private:
  int file_;
};

}  // namespace modlab::process
