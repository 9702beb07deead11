#include "gui/runs/listed_kernel.h"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "gui/runs/modlab_process.h"
#include "harness/process/child_process.h"
#include "kernels/error.h"

namespace modlab::gui {

tune::KernelListing list_kernel(const std::string& request, const std::stop_token& stop,
                                std::chrono::milliseconds limit) {
  using std::chrono::steady_clock;
  constexpr std::chrono::milliseconds kPoll{50};
  const auto deadline = steady_clock::now() + limit;
  if (stop.stop_requested()) throw Error("stopped");
  process::ChildProcess child({modlab_program().string(), "list-kernel"});
  child.write(request + '\n');
  std::string answer;
  process::ReadResult heard = process::ReadResult::timeout;
  while (heard == process::ReadResult::timeout) {
    if (stop.stop_requested()) throw Error("stopped");
    if (steady_clock::now() >= deadline)
      throw Error(fmt::format("the compiler took longer than {:g} s", std::chrono::duration<double>(limit).count()));
    heard = child.read_line(answer, kPoll);
  }
  if (heard == process::ReadResult::closed) throw Error("the compiler " + child.end());
  return tune::parse_listing(answer);
}

}  // namespace modlab::gui
