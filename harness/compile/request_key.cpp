#include "harness/compile/request_key.h"

#include <fmt/format.h>
#include <xxhash.h>

#include "harness/compile/includes.h"

namespace modlab::compile {
namespace {

/// Prefixed by its length, so that different lists of fields never give the same text.
void append_field(std::string& text, std::string_view field) { text += fmt::format("{}:{}", field.size(), field); }

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
  append_field(text, request.strict ? "strict" : "");
  append_field(text, std::to_string(request.defines.size()));
  for (const Define& define : request.defines) {
    append_field(text, define.name);
    append_field(text, define.value);
  }
  for (const std::string& file : reachable_files(request.file, sources)) {
    append_field(text, file);
    // The compiler reports a missing one.
    if (const auto source = sources.find(file); source != sources.end()) append_field(text, source->second);
  }
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

}  // namespace modlab::compile
