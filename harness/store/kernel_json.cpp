#include "harness/store/kernel_json.h"

#include <nlohmann/json.hpp>

#include "kernels/error.h"

namespace modlab {

using nlohmann::json;

json kernel_json(const KernelFile& kernel) {
  json sources = json::object();
  for (const auto& [file, text] : kernel.sources) sources[file] = text;
  return {{"file", kernel.file}, {"hash", kernel.hash}, {"sources", std::move(sources)}};
}

KernelFile kernel_from(const json& from) {
  const auto file = from.at("file").get<std::string>();
  ShaderSources sources;
  for (const auto& [name, text] : from.at("sources").items()) sources[name] = text.get<std::string>();
  if (!sources.contains(file)) throw Error("a kernel without its file");
  return parse_kernel(file, std::move(sources), from.at("hash").get<std::string>());
}

}  // namespace modlab
