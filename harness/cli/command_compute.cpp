#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>

#include "harness/cli/commands.h"
#include "harness/compile/load_kernel.h"
#include "harness/measure/run_once.h"
#include "harness/session/choices.h"
#include "harness/session/documents.h"
#include "harness/session/session.h"
#include "harness/store/npy.h"
#include "harness/system/file.h"
#include "harness/system/path.h"
#include "kernels/error.h"
#include "kernels/modulus/axis.h"
#include "kernels/modulus/broadcast.h"
#include "kernels/modulus/divisor.h"
#include "kernels/modulus/plan.h"
#include "kernels/modulus/problem.h"
#include "kernels/modulus/space.h"

namespace modlab::cli {
namespace {

struct ComputeCall {
  session::PlatformOptions platform;
  std::string op;
  std::string a;
  std::string b;
  std::string out;
  std::string variant;
  std::string in_place;
  session::PeerOptions peers;
  std::string kernel;
};

/// The operator on two arrays, broadcast as NumPy would.
modulus::ModulusDesc describe(const ComputeCall& options, const store::NpyArray& a, const store::NpyArray& b) {
  if (a.type != b.type)
    throw Error(fmt::format("{} holds {} and {} holds {}; both must have the same type", options.a, name_of(a.type),
                            options.b, name_of(b.type)));
  modulus::ModulusDesc desc;
  desc.rounding = value_in(modulus::kRoundingNames, options.op).value();
  desc.out.type = a.type;
  desc.out.sizes = modulus::common_shape(a.shape, b.shape);
  desc.a = modulus::broadcast_to({.type = a.type, .sizes = a.shape, .strides = {}}, desc.out.sizes);
  desc.b = modulus::broadcast_to({.type = b.type, .sizes = b.shape, .strides = {}}, desc.out.sizes);
  if (options.in_place.empty()) return desc;
  desc.over_a = options.in_place == "a";
  desc.over_b = options.in_place == "b";
  if ((desc.over_a ? a : b).shape != desc.out.sizes)
    throw Error(fmt::format("--in-place {}: the operand is broadcast and too small for the result, {}",
                            options.in_place, name_of(desc.out.sizes)));
  return desc;
}

/// The first variant of a user's kernel that can compute this.
modulus::Variant first_of(const KernelPtr& kernel, const modulus::ModulusDesc& desc, const Platform& platform) {
  const Filter filter{.kernels = {kernel}, .only_kernels = true};
  const std::vector<modulus::Variant> legal = modulus::VariantSpace(desc, platform, filter).legal();
  if (!legal.empty()) return legal.front();
  throw Error(fmt::format("{} cannot compute this: {}", kernel->file,
                          modulus::illegal_variants(desc, platform, filter).front().reason));
}

/// The variant that was named, or the first of the user's kernel, or the plainest exact one.
modulus::Variant choose_variant(const ComputeCall& options, const modulus::ModulusDesc& desc,
                                const Platform& platform) {
  const KernelPtr kernel = options.kernel.empty() ? nullptr : compile::load_kernel(path_of(options.kernel));
  if (options.variant.empty())
    return kernel ? first_of(kernel, desc, platform) : modulus::plainest_exact(desc, platform);
  const modulus::Variant variant = modulus::parse_variant(options.variant, kernel ? Kernels{kernel} : Kernels());
  if (kernel && variant.kernel != kernel)
    throw Error(fmt::format("variant '{}' is none of {}; leave out --kernel", options.variant, kernel->file));
  if (const auto reason = modulus::why_illegal(variant, desc, platform))
    throw Error(fmt::format("variant '{}' is illegal here: {}", options.variant, *reason));
  return variant;
}

std::vector<std::byte> run(const ComputeCall& options, const modulus::ModulusDesc& desc,
                           const modulus::HostOperands& operands) {
  const session::Session session = session::open_session(options.platform, {.peers = options.peers});
  Device& device = *session.lab.device;
  if (options.peers.given())
    return measure::run_once(device, *session.lab.peers.begin()->second, desc, modulus::bind_operands(desc, operands));
  const modulus::Variant variant = choose_variant(options, desc, session.lab.platform);
  return measure::run_once(device, *session.compiler, modulus::make_plan(desc, variant),
                           modulus::bind_operands(desc, operands));
}

int compute(const ComputeCall& options) {
  if (options.peers.given() && (!options.variant.empty() || !options.kernel.empty()))
    throw Error("give --peer, or --variant and --kernel; not both");
  session::Paths inputs;
  if (!options.kernel.empty()) inputs = session::files_of_kernel(path_of(options.kernel));
  std::ranges::move(options.platform.files(), std::back_inserter(inputs));
  std::ranges::move(options.peers.files(), std::back_inserter(inputs));
  inputs.insert(inputs.end(), {path_of(options.a), path_of(options.b)});
  session::check_outputs({path_of(options.out)}, inputs);
  check_replaceable(path_of(options.out));
  store::NpyArray a = store::read_npy(path_of(options.a));
  store::NpyArray b = store::read_npy(path_of(options.b));
  modulus::ModulusDesc desc = describe(options, a, b);
  modulus::validate(desc, modulus::FeatureLevel::level_3_0);
  desc = modulus::with_divisor(desc, b.data);
  std::vector<std::byte> result = run(options, desc, {std::move(a.data), std::move(b.data)});
  result.resize(element_count(desc.out.sizes) * bytes_of(desc.out.type));  // storage ends with a whole word
  store::write_npy(path_of(options.out), {.type = desc.out.type, .shape = desc.out.sizes, .data = std::move(result)});
  return 0;
}

}  // namespace

Action add_compute_command(CLI::App& program) {
  CLI::App& command =
      *program.add_subcommand("compute", "Compute the operator on your own NumPy files, broadcast as NumPy would");
  auto options = std::make_shared<ComputeCall>();
  session::choose_from(command.add_option("--op", options->op, "The operator"),
                       session::names_in(modulus::kRoundingNames))
      ->required();
  command.add_option("--a", options->a, "The dividends, a .npy file")->required();
  command.add_option("--b", options->b, "The divisors, a .npy file")->required();
  command.add_option("--out", options->out, "The .npy file to write")->required();
  command.add_option("--variant", options->variant, "The variant (default: the plainest exact one)");
  command.add_option("--kernel", options->kernel,
                     fmt::format("Compute by this HLSL file ({}): by its variant named with --variant, or its first",
                                 session::document("docs/own-kernels.md")));
  session::choose_from(command.add_option("--in-place", options->in_place, "Overwrite this operand on the GPU"),
                       {"a", "b"});
  options->peers.add_to(command, "--peer", "Compute by this instead of a kernel of ours",
                        session::PeerOptions::Count::one);
  options->platform.add_to(command);
  return [options](const auto&) { return compute(*options); };
}

}  // namespace modlab::cli
