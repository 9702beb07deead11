#include "harness/tune/kernel_listing.h"

#include <exception>
#include <iostream>
#include <nlohmann/json.hpp>

#include "harness/process/parent_pipe.h"
#include "harness/store/json_text.h"
#include "harness/store/shared_fields.h"
#include "harness/system/interrupt.h"
#include "kernels/error.h"
#include "kernels/shader_sources.h"

namespace modlab::tune {
namespace {

using nlohmann::json;

using OpenCompiler = std::function<std::unique_ptr<compile::Compiler>(CompilerId)>;

using MakeCatalogue = std::function<std::unique_ptr<const Catalogue>(Kernels)>;

json listing_of(const json& request, const OpenCompiler& open_compiler, const MakeCatalogue& make_catalogue) {
  Kernels kernels;
  if (request.contains("kernel")) kernels.push_back(store::value_from<KernelPtr>(request.at("kernel")));
  const auto catalogue = make_catalogue(kernels);
  const Workload workload = catalogue->workload(request.at("workload").get<std::string>());
  const Candidate candidate = catalogue->candidate(request.at("variant").get<std::string>());
  const auto plan = workload.problem->plan(candidate, request.at("seed").get<std::uint64_t>(), {});
  const auto compiler = open_compiler(plan->build.compiler);
  const compile::Bytecode bytecode =
      compiler->compile(compile::shader_request(*plan), compile::sources_of(*plan, embedded_shaders()));
  return {{"compiler", compiler->version()},
          {"bytes", bytecode.bytes.size()},
          {"hash", compile::hash_of(bytecode)},
          {"disassembly", compiler->disassemble(bytecode).value_or("")}};
}

}  // namespace

std::string listing_request(const store::Row& row, const Kernels& kernels) {
  json request{{"workload", store::workload_of(row)}, {"variant", row.variant}, {"seed", row.seed.value_or(1)}};
  if (const KernelPtr kernel = kernel_of(kernels, row.variant)) request["kernel"] = store::json_of(kernel);
  return store::json_text(request);
}

void serve_listing(const OpenCompiler& open_compiler, const MakeCatalogue& make_catalogue) {
  end_with_parent();
  process::ParentPipe parent;
  std::string request;
  std::getline(std::cin, request);
  json answer;
  try {
    answer = listing_of(store::parse_json(request), open_compiler, make_catalogue);
  } catch (const std::exception& error) {
    answer = {{"error", error.what()}};
  }
  parent.write(store::json_text(answer) + '\n');
}

KernelListing parse_listing(const std::string& answer) {
  return store::read_json([&]() -> KernelListing {
    const json from = store::parse_json(answer);
    if (from.contains("error")) throw Error(from.at("error").get<std::string>());
    return {.compiler = from.at("compiler").get<std::string>(),
            .bytes = store::whole_number(from.at("bytes")),
            .hash = from.at("hash").get<std::string>(),
            .disassembly = from.at("disassembly").get<std::string>()};
  });
}

}  // namespace modlab::tune
