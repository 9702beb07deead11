#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "harness/system/file_watch.h"

namespace modlab::gui {

/// A text file that the user edits here while other programs may write it, too. What they write is taken over unless
/// there are changes here that are not saved: then the user decides.
class EditedFile {
 public:
  /// Throws Error where it cannot be read.
  void open(const std::filesystem::path& path);

  [[nodiscard]] bool is_open() const { return !path_.empty(); }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  /// To be changed in place.
  [[nodiscard]] std::string& text() { return text_; }
  /// Counts how often the text was replaced from outside, so that an editor knows that its state is old.
  [[nodiscard]] std::uint64_t generation() const { return generation_; }

  [[nodiscard]] bool is_modified() const { return text_ != saved_; }
  /// Whether the file has been written elsewhere while the text was modified here.
  [[nodiscard]] bool conflicts() const { return conflicts_; }

  /// Looks whether the file has changed; true where it was written since the last call, here or elsewhere.
  bool poll();
  /// Writes the text. Throws Error or WriteFailure where it cannot be written.
  void save();
  /// Takes over what the file holds. Throws Error where it cannot be read.
  void reload();

 private:
  std::filesystem::path path_;
  std::string text_;
  std::string saved_;  ///< the file's content, as far as it is known here
  std::uint64_t generation_ = 0;
  bool conflicts_ = false;
  bool was_written_ = false;
  FileWatch watch_;
};

}  // namespace modlab::gui
