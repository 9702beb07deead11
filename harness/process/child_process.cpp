#include "harness/process/child_process.h"

#include <algorithm>

#include "harness/process/pipe.h"
#include "harness/system/interrupt.h"

namespace modlab::process {

ChildProcess::ChildProcess(const std::vector<std::string>& command, Errors errors, Priority priority)
    : pipe_(std::make_unique<Pipe>(command, errors, priority)) {}

ChildProcess::~ChildProcess() { end(); }

void ChildProcess::write(std::string_view bytes) { pipe_->write(bytes); }

ReadResult ChildProcess::read_line(std::string& line, std::chrono::milliseconds limit) {
  using namespace std::chrono;
  constexpr milliseconds kInterruptPoll{200};  // a signal just before the wait, or on another thread, does not end it
  const auto deadline = steady_clock::now() + limit;
  bool is_late = false;
  for (std::size_t searched = 0;;) {
    const std::size_t line_end = unread_.find('\n', searched);
    if (line_end != std::string::npos) {
      line = unread_.substr(0, line_end);
      unread_.erase(0, line_end + 1);
      if (line.ends_with('\r')) line.pop_back();  // as a Windows program's text mode ends its lines
      return ReadResult::line;
    }
    if (is_late) return ReadResult::timeout;
    searched = unread_.size();
    const auto left = std::max(ceil<milliseconds>(deadline - steady_clock::now()), milliseconds::zero());
    is_late = left == milliseconds::zero();  // what is there already is still read
    const ReadResult result = pipe_->read_some(unread_, std::min(left, kInterruptPoll));
    throw_if_interrupted();  // also where the child was interrupted with us, and has died of it
    if (result == ReadResult::closed) return result;
  }
}

std::string ChildProcess::end() {
  if (ended_.empty()) ended_ = pipe_->end();
  return ended_;
}

}  // namespace modlab::process
