#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace modlab {

/// One CSV field, quoted where RFC 4180 or parse_csv requires it.
std::string csv_field(std::string_view text);

struct CsvTable {
  std::vector<std::vector<std::string>> records;
  bool torn = false;            ///< the last line is incomplete: the writer was stopped; it is not in records
  std::size_t whole_bytes = 0;  ///< of the text up to the end of the last record
};

/// Reads RFC 4180 text. Throws Error naming the line where a quoted field is malformed.
CsvTable parse_csv(std::string_view text);

}  // namespace modlab
