#include "gui/runs/edited_file.h"

#include <utility>

#include "harness/system/file.h"

namespace modlab::gui {

void EditedFile::open(const std::filesystem::path& path) {
  FileWatch watch;
  watch.add(path);
  text_ = read_file(path);
  path_ = path;
  watch_ = std::move(watch);
  saved_ = text_;
  conflicts_ = false;
  ++generation_;
}

bool EditedFile::poll() {
  const bool written = std::exchange(was_written_, false);
  if (!is_open() || !watch_.has_changed()) return written;
  watch_.mark();
  const std::optional<std::string> content = try_read_file(path_);
  if (!content || *content == saved_) return true;  // perhaps saved without a change, which counts
  if (is_modified()) {
    conflicts_ = *content != text_;
    return true;
  }
  text_ = *content;
  saved_ = text_;
  ++generation_;
  return true;
}

void EditedFile::save() {
  replace_file(path_, text_);
  saved_ = text_;
  conflicts_ = false;
  was_written_ = true;
  watch_.mark();
}

void EditedFile::reload() { open(std::filesystem::path(path_)); }

}  // namespace modlab::gui
