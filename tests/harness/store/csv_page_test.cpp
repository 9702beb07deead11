// The tables of docs/csv.md that say what journal_columns() says.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <sstream>
#include <string>
#include <string_view>

#include "harness/store/row.h"
#include "harness/system/file.h"

namespace modlab::store {
namespace {

std::string table_of_columns() {
  std::string table;
  const auto columns = journal_columns();
  for (std::size_t i = 0; i < columns.size();) {
    std::string names = fmt::format("`{}`", columns[i].name);
    std::size_t next = i + 1;
    for (; next < columns.size() && columns[next].meaning.empty(); ++next)
      names += fmt::format(", `{}`", columns[next].name);
    table += fmt::format("| {} | {}{}| {} |\n", names, columns[i].unit, columns[i].unit.empty() ? "" : " ",
                         columns[i].meaning);
    i = next;
  }
  return table;
}

/// Of what the rows say now, only their last cells are kept, which are about other files.
std::string table_of_formats(const std::string& rows) {
  std::string table;
  std::istringstream lines(rows);
  for (int format = 1; format <= journal_columns().back().since; ++format) {
    int count = 0;
    std::string added;
    for (const Column& column : journal_columns()) {
      if (column.since <= format) ++count;
      if (column.since == format && format > 1) added += fmt::format("{}`{}`", added.empty() ? "" : ", ", column.name);
    }
    std::string line;
    const std::string cell = std::getline(lines, line) ? line.substr(line.rfind('|', line.size() - 2)) : "| |";
    table += fmt::format("| {} | {} | {}{}{}\n", format, count, added, added.empty() ? "" : " ", cell);
  }
  return table;
}

/// Replaces the rows of the first table with this header.
void replace_rows(std::string& page, std::string_view header, const std::function<std::string(std::string)>& make) {
  const std::size_t begin = page.find(header) + header.size();
  const std::size_t size = page.find("\n\n", begin) + 1 - begin;
  page.replace(begin, size, make(page.substr(begin, size)));
}

TEST(CsvPage, SaysWhatTheTableOfColumnsSays) {
  const std::filesystem::path path = MODLAB_SOURCE_DIR "/docs/csv.md";
  const std::string page = read_file(path);
  std::string current = page;
  replace_rows(current, "| column | unit | meaning |\n|---|---|---|\n", [](const auto&) { return table_of_columns(); });
  replace_rows(current, "| format | columns | added | context and samples |\n|---|---|---|---|\n", table_of_formats);
  if (current == page) return;
  if (std::getenv("MODLAB_WRITE_DOCS") != nullptr)
    replace_file(path, current);
  else
    ADD_FAILURE() << "MODLAB_WRITE_DOCS=1 scripts/test -R CsvPage writes it";
  EXPECT_EQ(current, page);
}

}  // namespace
}  // namespace modlab::store
