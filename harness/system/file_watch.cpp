#include "harness/system/file_watch.h"

#include <system_error>
#include <utility>

namespace modlab {

namespace fs = std::filesystem;

void FileWatch::add(const fs::path& file) {
  const std::optional<Stamp> now = stamp_of(file);
  before_.try_emplace(file, now);
  last_.try_emplace(file, now);
}

void FileWatch::mark() {
  before_ = stamps();
  last_ = before_;
}

bool FileWatch::has_changed() {
  Stamps now = stamps();
  const bool still = now == last_;
  last_ = std::move(now);
  return still && last_ != before_;
}

std::optional<fs::file_time_type> FileWatch::changed_at() const {
  std::optional<fs::file_time_type> latest;
  for (const auto& [file, stamp] : last_)
    if (stamp && (!latest || stamp->written > *latest)) latest = stamp->written;
  return latest;
}

std::optional<FileWatch::Stamp> FileWatch::stamp_of(const fs::path& file) {
  std::error_code missing;
  Stamp stamp{.written = fs::last_write_time(file, missing)};
  if (!missing) stamp.bytes = fs::file_size(file, missing);
  return missing ? std::nullopt : std::optional(stamp);
}

FileWatch::Stamps FileWatch::stamps() const {
  Stamps stamps;
  for (const auto& [file, before] : before_) stamps[file] = stamp_of(file);
  return stamps;
}

}  // namespace modlab
