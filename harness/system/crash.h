#pragma once

#include <string>
#include <string_view>

namespace modlab {

/// From now on, a fault that ends this program, in a driver most likely, is named in one line on stderr before it does.
/// A signal that somebody else handles already, such as a sanitizer, is left to them.
void announce_crashes(std::string_view program);

/// Undoes that, in a process whose parent says how it ended.
void leave_crashes_to_parent();

/// What the program works with while this lives, such as an adapter, and the way round it. The line names the latest.
class CrashSubject {
 public:
  explicit CrashSubject(std::string_view subject, std::string_view way_round = "choose another --adapter or --runtime");
  CrashSubject(const CrashSubject&) = delete;
  CrashSubject& operator=(const CrashSubject&) = delete;
  ~CrashSubject();

 private:
  std::string before_;
};

}  // namespace modlab
