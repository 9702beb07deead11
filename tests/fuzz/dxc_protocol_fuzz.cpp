#include "harness/compile/dxc_protocol.h"

#include <cstdlib>

#include "harness/compile/dxc_server/text.h"
#include "tests/fuzz/fuzz.h"

namespace modlab {

void* compile::dxc_server::allocate(std::size_t bytes) { return std::malloc(bytes); }
void compile::dxc_server::release(void* memory) { std::free(memory); }

namespace {

std::vector<std::string> server_fields(std::string_view line) {
  compile::dxc_server::Text text;
  compile::dxc_server::Text storage;
  compile::dxc_server::List<std::size_t> starts;
  for (const char letter : line) text.add(letter);
  compile::dxc_server::split(text, storage, starts);
  std::vector<std::string> fields;
  for (std::size_t i = 0; i < starts.count(); ++i) fields.emplace_back(storage.items() + starts.items()[i]);
  return fields;
}

std::string server_escaped(const std::string& field) {
  compile::dxc_server::Text text;
  compile::dxc_server::append_escaped(text, field.data(), field.size());
  return {text.items(), text.count()};
}

/// Nothing where the server refuses it.
std::optional<std::vector<std::byte>> server_bytes(const std::string& hexadecimal) {
  compile::dxc_server::List<std::uint8_t> bytes;
  if (!compile::dxc_server::parse_hexadecimal(hexadecimal.c_str(), bytes)) return std::nullopt;
  const auto all = std::as_bytes(std::span(bytes.items(), bytes.count()));
  return std::vector(all.begin(), all.end());
}

}  // namespace

/// A line as the server reads it and as its client does, each with what the other writes.
void fuzz(std::string_view input) {
  const std::string line(input.substr(0, input.find('\n')));
  const std::vector<std::string> fields = compile::fields_of(line);
  require(fields.size() >= 3, "every field that the client looks at is there");
  std::string again;
  for (const std::string& field : fields) again.append(again.empty() ? "" : "\t").append(compile::escaped(field));

  if (line.find('\0') == std::string::npos) {  // a zero ends the server's fields
    std::vector<std::string> padded = server_fields(line);
    if (padded.size() < 3) padded.resize(3);
    require(padded == fields, "both read the same fields");
    for (const std::string& field : fields)
      require(server_escaped(field) == compile::escaped(field), "both escape the same");
  }
  for (const std::string& field : fields) {
    require(compile::fields_of(compile::escaped(field)).front() == field, "a field is read as it was written");
    const auto bytes = compile::parse_hexadecimal(field);
    require(!bytes || compile::hexadecimal_of(*bytes) == field, "bytecode is written as it was read");
    if (field.find('\0') == std::string::npos) require(server_bytes(field) == bytes, "both read the same bytecode");
  }
}

}  // namespace modlab
