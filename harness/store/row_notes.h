#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace modlab::store {

/// What a reader has to say about a row of a journal. Kept in a file beside it, because the journal belongs to its run.
struct RowNote {
  std::string run;  ///< with the row's number, as in the journal
  std::uint64_t row = 0;
  bool star = false;
  std::string text;

  bool operator==(const RowNote&) const = default;
};

/// run.notes.json beside run.csv.
std::filesystem::path notes_path(const std::filesystem::path& journal);

/// Nothing where there is no such file. Throws Error where it cannot be read.
std::vector<RowNote> read_notes(const std::filesystem::path& journal);
std::vector<RowNote> parse_notes(std::string_view text);

/// Replaces the file as a whole; without notes there is none. Throws Error where it cannot be written.
void write_notes(const std::filesystem::path& journal, const std::vector<RowNote>& notes);
std::string notes_text(const std::vector<RowNote>& notes);

}  // namespace modlab::store
