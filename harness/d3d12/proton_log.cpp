#include "harness/d3d12/proton_log.h"

#include <fmt/format.h>
#include <sys/mman.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string_view>
#include <system_error>
#include <vector>

#include "harness/system/file.h"

namespace modlab::d3d12 {
namespace {

/// One line of the log: "1f10:info:vkd3d_instance_init: vkd3d-proton - build: 0e65f3f392c3793+."
struct Entry {
  std::string level;
  std::string text;
};

std::vector<Entry> read_entries(const std::string& file) {
  std::vector<Entry> entries;
  std::istringstream log(try_read_file(file).value_or(""));
  for (std::string line; std::getline(log, line);) {
    const std::size_t level = line.find(':');
    const std::size_t function = line.find(':', level + 1);
    const std::size_t text = line.find(": ", function + 1);
    if (level == std::string::npos || function == std::string::npos || text == std::string::npos) continue;
    entries.push_back({line.substr(level + 1, function - level - 1), line.substr(text + 2)});
  }
  return entries;
}

/// What follows `label` in the first entry that has it, without the dot that ends it.
std::string value_after(const std::vector<Entry>& entries, std::string_view label) {
  for (const Entry& entry : entries) {
    if (!entry.text.starts_with(label)) continue;
    const std::string value = entry.text.substr(label.size());
    return value.substr(0, value.find_last_not_of(".+") + 1);
  }
  return {};
}

}  // namespace

ProtonLog::ProtonLog() {
  const char* own_file = std::getenv("VKD3D_LOG_FILE");
  file_ =
      own_file != nullptr ? own_file : fmt::format("/proc/self/fd/{}", memfd_create("vkd3d-proton's log", MFD_CLOEXEC));
  std::error_code none_yet;
  std::filesystem::resize_file(file_, 0, none_yet);  // the library begins it anew, but only when it is first called
  const char* own_level = std::getenv("VKD3D_DEBUG");
  if (own_level != nullptr && std::string_view(own_level) == "trace") level_ = own_level;
}

std::string ProtonLog::version() const {
  const auto entries = read_entries(file_);
  const std::string version = value_after(entries, "vkd3d-proton - applicationVersion: ");
  const std::string build = value_after(entries, "vkd3d-proton - build: ");
  return build.empty() ? version : fmt::format("{} (build {})", version, build);
}

ProtonLog::Call::Call(const ProtonLog& log)
    : log_(log),
      entries_before_(read_entries(log.file_).size()),
      file_("VKD3D_LOG_FILE", log.file_),
      level_("VKD3D_DEBUG", log.level_) {}

std::string ProtonLog::Call::complaints() const {
  std::string text;
  const std::vector<Entry> entries = read_entries(log_.file_);
  for (std::size_t i = entries_before_; i < entries.size(); ++i)
    if (entries[i].level == "err" || entries[i].level == "warn") text += (text.empty() ? "" : " ") + entries[i].text;
  return text;
}

}  // namespace modlab::d3d12
