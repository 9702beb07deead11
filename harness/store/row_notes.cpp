#include "harness/store/row_notes.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "harness/store/json_text.h"
#include "harness/system/file.h"
#include "kernels/error.h"

namespace modlab::store {

namespace fs = std::filesystem;

fs::path notes_path(const fs::path& journal) { return fs::path(journal).replace_extension(".notes.json"); }

std::vector<RowNote> parse_notes(std::string_view text) {
  const nlohmann::json file = parse_json(text);
  std::vector<RowNote> notes;
  try {
    for (const nlohmann::json& each : file.at("notes"))
      notes.push_back({.run = each.at("run").get<std::string>(),
                       .row = whole_number(each.at("row")),
                       .star = each.value("star", false),
                       .text = each.value("note", std::string())});
  } catch (const nlohmann::json::exception&) {
    throw Error("these are no notes of a journal");
  }
  return notes;
}

std::vector<RowNote> read_notes(const fs::path& journal) {
  const fs::path path = notes_path(journal);
  const auto text = modlab::read_if_there(path);
  if (!text) return {};
  try {
    return parse_notes(*text);
  } catch (const Error& error) {
    throw Error(fmt::format("{}: {}", path.string(), error.what()));
  }
}

std::string notes_text(const std::vector<RowNote>& notes) {
  nlohmann::json list = nlohmann::json::array();
  for (const RowNote& note : notes) {
    nlohmann::json each{{"run", note.run}, {"row", note.row}};
    if (note.star) each["star"] = true;
    if (!note.text.empty()) each["note"] = note.text;
    list.push_back(std::move(each));
  }
  return json_text({{"notes", std::move(list)}}, 2) + "\n";
}

void write_notes(const fs::path& journal, const std::vector<RowNote>& notes) {
  if (!notes.empty()) {
    replace_file(notes_path(journal), notes_text(notes), Sync::yes);
    return;
  }
  std::error_code error;
  fs::remove(notes_path(journal), error);
  if (error) throw Error(fmt::format("cannot remove {}: {}", notes_path(journal).string(), error.message()));
}

}  // namespace modlab::store
