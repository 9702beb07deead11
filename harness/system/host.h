#pragma once

#include <filesystem>
#include <string>

namespace modlab {

/// "2026-11-15T01:30:00Z", now.
std::string utc_now();

/// Operating system, processor and core count of this machine.
std::string describe_host();

/// The file of the running program.
std::filesystem::path this_program();

/// How much lower "lower priority" is, in POSIX nice levels: a frame of the dashboard gets its core at once, and what
/// was lowered still gets a quarter of a shared one.
inline constexpr int kNiceIncrement = 5;

/// Lowers the calling thread's priority until it ends, twice as far: with two cores, reading a large journal took
/// 18 ms from some frames of four panels before.
void lower_thread_priority();

}  // namespace modlab
