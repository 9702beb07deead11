#include "harness/session/options.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "harness/compile/load_kernel.h"
#include "harness/peers/peers.h"
#include "harness/session/catalogue.h"
#include "harness/session/choices.h"
#include "harness/session/documents.h"
#include "harness/session/served.h"
#include "harness/system/path.h"
#include "harness/tune/strategy.h"
#include "kernels/error.h"
#include "kernels/modulus/axis.h"
#include "kernels/modulus/data_set.h"
#include "kernels/modulus/plan.h"
#include "kernels/modulus/problem.h"
#include "kernels/modulus/space.h"

namespace modlab::session {
namespace {

/// An option that may be repeated or hold a comma-separated list.
CLI::Option* add_list(CLI::App& command, const std::string& name, std::vector<std::string>& to,
                      const std::string& description) {
  return command.add_option(name, to, description)->delimiter(',')->take_all();
}

/// The values that the words name; all values for "all".
template <typename Table>
auto parse_words(const Table& table, std::string_view option, const std::vector<std::string>& words) {
  std::vector<decltype(table.front().value)> values;
  for (const std::string& word : words) {
    if (word == "all") {
      for (const auto& row : table) values.push_back(row.value);
    } else if (const auto value = value_in(table, word)) {
      values.push_back(*value);
    } else {
      throw Error(fmt::format("{} '{}' is unknown; choose from {}, all", option, word, choices_in(table)));
    }
  }
  return values;
}

std::vector<std::string> or_default(const std::vector<std::string>& words, const std::string& otherwise) {
  return words.empty() ? std::vector{otherwise} : words;
}

}  // namespace

void WorkloadOptions::add_to(CLI::App& command, WorkloadDefaults defaults) {
  defaults_ = std::move(defaults);
  command.add_option("workload", names_, "Workloads by name, such as " + modulus::name_of(modulus::Workload{}));
  std::vector<std::string> data_sets = names_in(modulus::kDataSetNames);
  std::erase(data_sets, modulus::name_of(modulus::DataSet::exhaustive));  // for verify --exhaustive
  const auto text = [](const char* what, std::string_view otherwise) {
    return fmt::format("{} (default: {})", what, otherwise);
  };
  offer(add_list(command, "--op", ops_, text("The operators", defaults_.op)), names_in(modulus::kRoundingNames));
  offer(add_list(command, "--dtype", types_, text("The data types", defaults_.type)), names_in(kDataTypeNames));
  add_list(command, "--shape", shapes_, text("Sizes joined by x, such as 4x256x1024", defaults_.shape));
  offer(add_list(command, "--layout", layouts_, text("How A and B lie in memory", "packed")),
        names_in(modulus::kLayoutNames));
  offer(add_list(command, "--placement", placements_, text("Where the results go", "out")),
        names_in(modulus::kPlacementNames));
  offer(add_list(command, "--data-set", data_sets_, text("What A and B hold", defaults_.data_set)), data_sets);
}

bool WorkloadOptions::described() const {
  return !(ops_.empty() && types_.empty() && shapes_.empty() && layouts_.empty() && placements_.empty() &&
           data_sets_.empty());
}

std::vector<Workload> WorkloadOptions::workloads(const Kernels& kernels) const {
  std::vector<Workload> workloads;
  for (const std::string& name : names_) workloads.push_back(make_catalogue(kernels)->workload(name));
  if (!names_.empty()) {
    if (described()) throw Error("name workloads or describe them with --op, --dtype, ...; not both");
    return workloads;
  }
  std::vector<Shape> shapes;
  for (const std::string& text : or_default(shapes_, defaults_.shape)) shapes.push_back(parse_shape(text));
  const auto roundings = parse_words(modulus::kRoundingNames, "--op", or_default(ops_, "all"));
  const auto types =
      parse_words(kDataTypeNames, "--dtype", or_default(types_, kernels.empty() ? defaults_.type : "all"));
  const auto layouts = parse_words(modulus::kLayoutNames, "--layout", or_default(layouts_, "packed"));
  const auto placements = parse_words(modulus::kPlacementNames, "--placement", or_default(placements_, "out"));
  const std::vector<std::string> data_set_words = or_default(data_sets_, defaults_.data_set);
  auto data_sets = parse_words(modulus::kDataSetNames, "--data-set", data_set_words);
  // All pairs have a shape and pieces of their own, as exhaustive_workloads() gives them.
  if (std::ranges::find(data_set_words, modulus::name_of(modulus::DataSet::exhaustive)) == data_set_words.end())
    std::erase(data_sets, modulus::DataSet::exhaustive);
  const auto is_asked_for = [&](modulus::Rounding rounding, DataType type) {
    return kernels.empty() ||
           serve(kernels, ops_.empty() ? std::vector{rounding} : roundings, types_.empty() ? std::vector{type} : types);
  };
  std::string first_reason;
  for (const modulus::Rounding rounding : roundings)
    for (const DataType type : types) {
      if (!is_asked_for(rounding, type)) continue;
      for (const Shape& shape : shapes)
        for (const modulus::Layout layout : layouts)
          for (const modulus::Placement placement : placements)
            for (const modulus::DataSet data_set : data_sets) {
              const modulus::Workload workload{.rounding = rounding,
                                               .type = type,
                                               .shape = shape,
                                               .layout = layout,
                                               .placement = placement,
                                               .data_set = data_set};
              const auto reason = modulus::why_illegal(workload);
              if (!reason)
                workloads.push_back(workload);
              else if (first_reason.empty())
                first_reason = fmt::format("{}: {}", modulus::name_of(workload), *reason);
            }
    }
  if (workloads.empty() && first_reason.empty())
    throw Error(fmt::format("--op and --dtype leave nothing that --kernel serves: {}", served_text(kernels)));
  if (workloads.empty()) throw Error(first_reason);
  return workloads;
}

std::vector<Workload> WorkloadOptions::exhaustive_workloads(const Kernels& kernels) const {
  if (!names_.empty() || !shapes_.empty() || !data_sets_.empty())
    throw Error("--exhaustive has its own shape and data; leave out --shape, --data-set and workload names");
  WorkloadOptions options = *this;
  if (types_.empty()) options.types_ = kernels.empty() ? std::vector<std::string>{"i8", "u8"} : smallest_types(kernels);
  options.shapes_ = {"256x256"};
  options.data_sets_ = {std::string(modulus::name_of(modulus::DataSet::exhaustive))};
  std::vector<Workload> workloads = options.workloads(kernels);
  for (Workload& workload : workloads) {
    modulus::Workload all_pairs = *modulus::modulus_of(workload);
    all_pairs.shape = modulus::exhaustive_shape(all_pairs.type);
    workload = all_pairs;
  }
  return workloads;
}

Workload WorkloadOptions::single_workload(const modulus::Workload& otherwise) const {
  WorkloadOptions options = *this;
  if (names_.empty()) {
    options.ops_ = or_default(ops_, std::string(modulus::name_of(otherwise.rounding)));
    options.types_ = or_default(types_, std::string(name_of(otherwise.type)));
    options.shapes_ = or_default(shapes_, name_of(otherwise.shape));
    options.layouts_ = or_default(layouts_, std::string(modulus::name_of(otherwise.layout)));
    options.placements_ = or_default(placements_, std::string(modulus::name_of(otherwise.placement)));
    options.data_sets_ = or_default(data_sets_, std::string(modulus::name_of(otherwise.data_set)));
  }
  const std::vector<Workload> workloads = options.workloads();
  if (workloads.size() != 1) throw Error(fmt::format("one workload, please; these are {}", workloads.size()));
  return workloads.front();
}

void SpaceOptions::add_to(CLI::App& command) {
  command.add_option("--where", wheres_, "AXIS=VALUE[,VALUE...]: only variants with these values; repeatable")
      ->take_all()
      ->allow_extra_args(false);
  command.add_option("--variant", variants_, "Only this variant; repeatable")->take_all()->allow_extra_args(false);
  CLI::Option* const kernel =
      command
          .add_option("--kernel", kernels_,
                      fmt::format("Also the variants of this HLSL file ({}), on the operators and types that it serves "
                                  "unless --op or --dtype say otherwise; repeatable",
                                  document("docs/own-kernels.md")))
          ->take_all()
          ->allow_extra_args(false);
  command.add_flag("--only-kernel", only_kernel_, "Only the variants of --kernel, none that is built in")
      ->needs(kernel);
}

Filter SpaceOptions::filter() const {
  Filter filter;
  for (const std::string& path : kernels_) {
    const KernelPtr kernel = compile::load_kernel(path_of(path));
    if (find_kernel(filter.kernels, kernel->name) != nullptr)
      throw Error(fmt::format("--kernel {}: there is another '{}'", path, kernel->name));
    filter.kernels.push_back(kernel);
  }
  filter.only_kernels = only_kernel_;
  filter.wheres = wheres_;
  for (const std::string& variant : variants_) {
    if (std::ranges::find(known_peers(), variant, &PeerEntry::name) != known_peers().end())
      throw Error(
          fmt::format("--variant {}: it is no kernel of ours; --peer {} times it beside them", variant, variant));
    filter.names.push_back(make_catalogue(filter.kernels)->candidate(variant).name);
  }
  static_cast<void>(modulus::VariantFilter(filter));  // throws where it is not understood
  return filter;
}

Paths SpaceOptions::files() const {
  Paths files;
  for (const std::string& path : kernels_) std::ranges::move(files_of_kernel(path_of(path)), std::back_inserter(files));
  return files;
}

void ConditionOptions::add_to(CLI::App& command) {
  choose_from(
      command.add_option("--mode", mode_,
                         "warm: launches in sequence on the same buffers; overlap: concurrent, each into its own Out; "
                         "cold: in sequence, on buffers that are in no cache (default: warm)"),
      names_in(measure::kModeNames));
  command
      .add_option("--cache-mib", cache_mib_,
                  "The size of the last-level cache that --mode cold must exceed (default: 256)")
      ->transform(whole_number(1, 1 << 20));
  command.add_flag("--stable-power", stable_power_,
                   "Keep the clocks at a level the device can hold; Windows only, in its developer mode");
}

measure::Conditions ConditionOptions::conditions() const {
  measure::Conditions conditions{.mode = value_in(measure::kModeNames, mode_).value()};
  if (!cache_mib_) return conditions;
  if (conditions.mode != measure::Mode::cold)
    throw Error("--cache-mib is for --mode cold; leave it out or choose that mode");
  conditions.cache_bytes = std::uint64_t{*cache_mib_} << 20;
  return conditions;
}

void SamplingOptions::add_to(CLI::App& command, const statistics::SamplingRule& defaults,
                             const std::string& rounds_help) {
  rule_ = defaults;
  command.add_option("--precision", precision_,
                     fmt::format("Sample until the 95 % interval of the median is this narrow either way, as a share "
                                 "of it (default: {:g}%)",
                                 100 * defaults.precision));
  command
      .add_option(
          "--min-samples", rule_.min_samples,
          fmt::format("At least so many samples of a variant, if its time allows (default: {})", defaults.min_samples))
      ->transform(whole_number(1, 1'000'000));
  command.add_option(
      "--max-time-per-variant", max_time_,
      fmt::format("Limit for sampling a variant alone (default: {:g}ms)", 1e3 * defaults.max_time_per_variant_s));
  command.add_option("--rounds", rule_.rounds, fmt::format("{} (default: {})", rounds_help, defaults.rounds))
      ->transform(whole_number(0, 1'000'000));
}

statistics::SamplingRule SamplingOptions::rule() const {
  statistics::SamplingRule rule = rule_;
  if (!precision_.empty()) rule.precision = parse_share(precision_);
  if (!max_time_.empty()) rule.max_time_per_variant_s = parse_duration_s(max_time_);
  return rule;
}

void PlatformOptions::add_to(CLI::App& command) {
  command.add_option("--adapter", adapter, "The GPU: its number in `modlab devices`, or part of its name");
  offer(command.add_option("--runtime", runtime, "The D3D12 implementation, or a library's path (default: auto)"),
        {"auto", "vkd3d"});
  command.add_option("--shaders", shaders, "Take kernels from this pack, made by modlab compile");
  std::vector<std::string> compilers = names_in(kCompilerNames);
  compilers.insert(compilers.begin(), "auto");
  compilers.emplace_back("all");
  choose_from(command.add_option("--compiler", compiler, "The HLSL compiler (default: auto)"), std::move(compilers));
}

std::vector<std::string> PlatformOptions::words() const {
  std::vector<std::string> words{"--runtime", runtime, "--compiler", compiler};
  if (!adapter.empty()) words.insert(words.end(), {"--adapter", adapter});
  if (!shaders.empty()) words.insert(words.end(), {"--shaders", shaders});
  return words;
}

Paths PlatformOptions::files() const {
  const bool is_named = runtime != "auto" && runtime != "vkd3d";
  return {is_named ? path_of(runtime) : std::filesystem::path(), path_of(shaders)};
}

void PeerOptions::add_to(CLI::App& command, const std::string& name, const std::string& what, Count count) {
  std::vector<std::string> names;
  std::string known;
  for (const PeerEntry& peer : known_peers()) {
    names.emplace_back(peer.name);
    known += fmt::format("{}{}, {}", known.empty() ? "" : "; ", peer.name, peer.summary);
  }
  CLI::Option* const option =
      command.add_option(name, names_, fmt::format("{}: {}", what, known))->check(CLI::IsMember(names));
  if (count == Count::one)
    option->expected(1);
  else
    option->delimiter(',')->take_all()->allow_extra_args(false);
  for (const PeerEntry& peer : known_peers())
    if (!peer.library.empty())
      command.add_option(fmt::format("--{}", peer.name), libraries_[peer.name], std::string(peer.library))
          ->needs(option);
}

std::vector<std::string> PeerOptions::words() const {
  std::vector<std::string> words;
  for (const std::string& name : names_) words.insert(words.end(), {"--peer", name});
  for (const auto& [name, library] : libraries_)
    if (!library.empty()) words.insert(words.end(), {fmt::format("--{}", name), library});
  return words;
}

Peers PeerOptions::open(Device& device) const {
  Peers peers;
  for (const std::string& name : names_) {
    const auto library = libraries_.find(name);
    const PeerEntry& peer = *std::ranges::find(known_peers(), name, &PeerEntry::name);
    peers.emplace(name, peer.open(device, library == libraries_.end() ? std::string() : library->second));
  }
  return peers;
}

Paths PeerOptions::files() const {
  Paths files;
  for (const auto& [name, library] : libraries_)
    if (!library.empty()) files.push_back(path_of(library));
  return files;
}

void EvaluationOptions::add_to(CLI::App& command) {
  command.add_flag("--in-process", in_process_,
                   "Evaluate in this process, for debuggers; a driver that crashes then ends the run");
  add_to_worker(command);
}

void EvaluationOptions::add_to_worker(CLI::App& command) {
  command
      .add_option("--jobs", jobs_,
                  "Threads that compile kernels ahead (default: all cores but two; 0 on a software adapter, "
                  "which they would disturb)")
      ->transform(whole_number(0, 256));
  add_time_limit_to(command,
                    "Limit for one variant from compiler to result; half of it for one submission to the device "
                    "(default: 60s)");
}

void EvaluationOptions::add_time_limit_to(CLI::App& command, const std::string& description) {
  command.add_option("--time-limit", time_limit_, description);
}

void EvaluationOptions::add_peer_to(CLI::App& command) {
  peers_.add_to(command, "--peer", "Also time this on every workload, in the same rounds as the best variants");
}

std::chrono::milliseconds EvaluationOptions::time_limit() const {
  constexpr std::chrono::milliseconds kShortest{2};  // a submission has half of it
  const std::chrono::milliseconds limit(std::llround(1e3 * parse_duration_s(time_limit_)));
  if (limit < kShortest) throw Error(fmt::format("--time-limit '{}': the shortest is 2ms", time_limit_));
  return limit;
}

std::vector<std::string> EvaluationOptions::words() const {
  std::vector<std::string> words{"--time-limit", time_limit_};
  if (jobs_) words.insert(words.end(), {"--jobs", fmt::to_string(*jobs_)});
  std::ranges::move(peers_.words(), std::back_inserter(words));
  return words;
}

tune::Budget parse_budget(const std::string& budget, const std::string& per, std::string_view strategy) {
  if (!per.empty() && per != "run" && per != "workload") throw Error(fmt::format("--budget-per '{}' is unknown", per));
  tune::Budget parsed{.limit = {}, .per_workload = per == "workload"};
  if (!budget.empty())
    parsed.limit = parse_work_limit(budget);
  else if (!tune::find_strategy(strategy).ends_by_itself)
    parsed.limit.seconds = 60;
  return parsed;
}

}  // namespace modlab::session
