#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace modlab {

/// Whose rules a line is quoted by. On Windows a line may reach PowerShell or cmd, which quote differently, so that it
/// has to mean the same in both.
enum class Shell {
  any,      ///< for readers elsewhere: what POSIX shells, PowerShell and cmd read alike
  posix,    ///< also fish
  windows,  ///< PowerShell and cmd
};

#if defined(_WIN32)
inline constexpr Shell kShellAtHand = Shell::windows;
inline constexpr std::string_view kShellNames = "PowerShell or cmd";
#else
inline constexpr Shell kShellAtHand = Shell::posix;
inline constexpr std::string_view kShellNames = "a POSIX shell";
#endif

/// The line of which the shell makes these words and nothing else, whatever they hold. Nothing where there is none: for
/// a word with control characters, which a terminal may obey as the line is pasted or which hide what it says, and
/// outside POSIX for characters that double quotes do not protect.
std::optional<std::string> shell_line(std::span<const std::string> words, Shell shell = kShellAtHand);

}  // namespace modlab
