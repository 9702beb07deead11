#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>

namespace modlab {

/// Notices when files are written, whichever program does it and however: in place, or by a new file under the name.
class FileWatch {
 public:
  /// Watches a file from now on, which need not exist; nothing where it is watched already.
  void add(const std::filesystem::path& file);

  /// What follows is about changes from now on. To be called before the files are read.
  void mark();

  /// Whether any has changed, and none since the last call: an editor may be in the middle of writing. Costs a file
  /// stamp each.
  [[nodiscard]] bool has_changed();

  /// When the last change was made, by the file's own time; nothing where the files are gone.
  [[nodiscard]] std::optional<std::filesystem::file_time_type> changed_at() const;

 private:
  struct Stamp {
    std::filesystem::file_time_type written;
    std::uintmax_t bytes = 0;

    bool operator==(const Stamp&) const = default;
  };
  using Stamps = std::map<std::filesystem::path, std::optional<Stamp>>;  ///< nothing: there is no such file

  [[nodiscard]] static std::optional<Stamp> stamp_of(const std::filesystem::path& file);
  [[nodiscard]] Stamps stamps() const;

  Stamps before_;
  Stamps last_;  ///< when has_changed() looked
};

}  // namespace modlab
