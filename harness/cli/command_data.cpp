#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <cstring>
#include <memory>

#include "harness/cli/commands.h"
#include "harness/session/options.h"
#include "harness/store/npy.h"
#include "harness/system/path.h"
#include "kernels/error.h"
#include "kernels/modulus/axis.h"
#include "kernels/modulus/data_set.h"
#include "kernels/modulus/plan.h"
#include "kernels/modulus/problem.h"
#include "kernels/modulus/reference.h"
#include "kernels/modulus/space.h"

namespace modlab::cli {
namespace {

struct DataCall {
  session::WorkloadOptions workload;
  std::string a;
  std::string b;
  std::string result;
  std::uint64_t seed = 1;
};

/// The tensor without its broadcast dimensions, which NumPy repeats by itself.
TensorDesc without_broadcasts(TensorDesc tensor) {
  const auto strides = strides_of(tensor);
  for (std::size_t i = 0; i < strides.size(); ++i)
    if (strides[i] == 0) tensor.sizes[i] = 1;
  return tensor;
}

/// The elements without the gaps of the layout.
store::NpyArray pack(const TensorDesc& tensor, std::vector<std::byte> storage) {
  const std::uint64_t count = element_count(tensor.sizes);
  const std::uint64_t size = bytes_of(tensor.type);
  store::NpyArray array{.type = tensor.type, .shape = tensor.sizes, .data = std::move(storage)};
  if (!is_packed(tensor)) {
    std::vector<std::byte> packed(count * size);
    ElementWalk walk(tensor);
    for (std::uint64_t i = 0; i < count; ++i, walk.next())
      std::memcpy(&packed[i * size], &array.data[walk.offset() * size], size);
    array.data = std::move(packed);
  }
  array.data.resize(count * size);  // storage ends with a whole word
  return array;
}

int write_data(const DataCall& options) {
  if (options.a.empty() && options.b.empty() && options.result.empty())
    throw Error("data: name what to write with --a, --b, --result");
  session::check_outputs({path_of(options.a), path_of(options.b), path_of(options.result)}, {});
  const std::vector<Workload> workloads = options.workload.workloads();
  if (workloads.size() != 1) throw Error("data: one workload at a time");
  const modulus::ModulusDesc desc = modulus::describe(*modulus::modulus_of(workloads.front()), options.seed);
  modulus::HostOperands operands = modulus::make_operands(*modulus::modulus_of(workloads.front()), options.seed);
  if (!options.result.empty())
    store::write_npy(path_of(options.result), pack(desc.out, modulus::compute_reference(desc, operands)));
  if (!options.a.empty()) store::write_npy(path_of(options.a), pack(without_broadcasts(desc.a), std::move(operands.a)));
  if (!options.b.empty()) store::write_npy(path_of(options.b), pack(without_broadcasts(desc.b), std::move(operands.b)));
  return 0;
}

}  // namespace

Action add_data_command(CLI::App& program) {
  CLI::App& command = *program.add_subcommand("data", "Write a workload's operands and correct results as NumPy files");
  auto options = std::make_shared<DataCall>();
  options->workload.add_to(command);
  command.add_option("--a", options->a, "Write the dividends to this .npy file");
  command.add_option("--b", options->b, "Write the divisors to this .npy file");
  command.add_option("--result", options->result, "Write the results of the reference to this .npy file");
  command.add_option("--seed", options->seed, "Seed of the data")->transform(session::whole_number());
  return [options](const auto&) { return write_data(*options); };
}

}  // namespace modlab::cli
