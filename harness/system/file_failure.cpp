#include "harness/system/file_failure.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

namespace modlab {
namespace {

bool names_no_file(std::error_code reason) {
  constexpr std::array kReasons{
      std::errc::no_such_file_or_directory, std::errc::not_a_directory,   std::errc::is_a_directory,
      std::errc::directory_not_empty,       std::errc::filename_too_long, std::errc::too_many_symbolic_link_levels};
  return std::ranges::any_of(kReasons, [&](std::errc each) { return reason == each; });
}

}  // namespace

void throw_write_failure(const std::filesystem::path& path, std::error_code reason) {
  const std::string message = fmt::format("{}: cannot be written: {}", path.string(), reason.message());
  if (names_no_file(reason)) throw Error(message);
  throw WriteFailure(message);
}

void throw_read_failure(const std::filesystem::path& path, std::error_code reason) {
  const std::string message = fmt::format("{}: cannot be read: {}", path.string(), reason.message());
  if (names_no_file(reason) || reason == std::errc::permission_denied) throw Error(message);
  throw ReadFailure(message);
}

}  // namespace modlab
