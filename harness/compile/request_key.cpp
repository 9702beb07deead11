#include "harness/compile/request_key.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <set>
#include <sstream>

#include "harness/compile/includes.h"

namespace modlab {
namespace {

/// With its length before it, so that no two lists of fields give the same text.
void append_field(std::string& text, std::string_view field) { text += fmt::format("{}:{}", field.size(), field); }

/// Adds a file and, by name, all it can include under whatever defines.
void append_reachable(std::string& text, const std::string& file, const ShaderSources& sources,
                      std::set<std::string>& seen) {
  if (!seen.insert(file).second) return;
  append_field(text, file);
  const auto source = sources.find(file);
  if (source == sources.end()) return;  // the compiler will complain
  append_field(text, source->second);
  std::istringstream lines(source->second);
  for (std::string line; std::getline(lines, line);)
    if (const auto name = included_file(line)) append_reachable(text, std::string(*name), sources, seen);
}

std::string digits_of(const std::string& text) {
  const XXH128_hash_t hash = XXH3_128bits(text.data(), text.size());
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

}  // namespace

std::string request_key(const ShaderRequest& request, const ShaderSources& sources, std::string_view by) {
  std::string text;
  append_field(text, name_of(request.compiler));
  append_field(text, by);
  append_field(text, request.entry);
  append_field(text, name_of(request.shader_model));
  append_field(text, request.native16 ? "native16" : "");
  append_field(text, std::to_string(request.defines.size()));
  for (const Define& define : request.defines) {
    append_field(text, define.name);
    append_field(text, define.value);
  }
  std::set<std::string> seen;
  append_reachable(text, request.file, sources, seen);
  return digits_of(text);
}

std::string sources_key(const ShaderSources& sources) {
  std::string text;
  for (const auto& [file, source] : sources) {
    append_field(text, file);
    append_field(text, source);
  }
  return digits_of(text);
}

}  // namespace modlab
