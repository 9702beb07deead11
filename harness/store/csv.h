#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/system/file_reader.h"

namespace modlab::store {

/// One CSV field, as visible_text and quoted where RFC 4180 or read_csv requires it. A ' keeps spreadsheets from
/// evaluating what begins like a formula, in the field or after a ; or a line end in it; read_csv removes it.
std::string csv_field(std::string_view content);

/// Reads the text of the next record, its line end included; false at the end of the file, and where part of a record
/// is all that is left.
bool read_record(FileReader& file, std::string& text);

using CsvRecord = std::vector<std::string>;

/// Takes a record, or returns why the file cannot hold it. May take it apart.
using TakeRecord = std::function<std::optional<std::string>(CsvRecord& record)>;

/// How much of a text was read.
struct CsvExtent {
  std::size_t whole_bytes = 0;    ///< up to the end of the last record that was taken
  std::size_t damaged_bytes = 0;  ///< what follows, if anything
};

/// Reads RFC 4180 text record by record, up to the last whole one. A writer that was stopped leaves part of a record at
/// the end, and a power cut whatever was on the disk: zeros, or blocks of other files. Such an end is damaged, and left
/// out. Where a whole record follows, it is no end: then, and where the text does not begin like CSV, throws Error
/// naming the line.
CsvExtent read_csv(std::string_view text, const TakeRecord& take);

}  // namespace modlab::store
