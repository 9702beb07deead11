#pragma once

#include <string>

namespace modlab {

/// Thrown where the user or the system asked the program to end. Its exit status is then 128 and the signal's number,
/// as if the signal had ended it. Not a std::exception, so that whoever recovers from those lets it pass.
struct Interrupted {
  int signal = 0;
  std::string message = "interrupted";
};

/// From now on, SIGINT and SIGTERM (on Windows, Ctrl+C and Ctrl+Break) are only noted, until throw_if_interrupted()
/// acts on them; a Ctrl+C after one ends the program at once. What programs send does so only once, since some send it
/// twice, as `timeout` to the process and to its group. Without this call they end it at once, as they do any program.
void note_interrupts();

/// Throws Interrupted where an interrupt was noted. To be called at least twice a second by whatever takes long; costs
/// nothing.
void throw_if_interrupted();

/// On Linux, the system kills this process when the thread that started it ends, however it ends and whatever this
/// process is doing then.
void end_with_parent();

}  // namespace modlab
