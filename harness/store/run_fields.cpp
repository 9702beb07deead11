#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "harness/store/run_context.h"
#include "harness/store/shared_fields.h"
#include "kernels/split.h"

namespace modlab::store {
namespace {

using nlohmann::json;

/// What the runs that are merged have in a field becomes that of the merged run.
enum class Join {
  none,  ///< it has its own
  // Of the runs on one adapter; a run on several does not have the field.
  first,
  largest,
  // Of all.
  same,
  earliest,
  latest,   ///< empty, as in any unfinished run, where one of them is unfinished
  listed,   ///< the distinct texts, with commas; nearly always there is one
  phrased,  ///< likewise with semicolons
  distinct,
  all,
  sum,
};

/// What two runs must have in common, and what becomes of a field when they are merged.
struct Terms {
  std::string_view resumed{};  ///< what a run must be resumed with the same of; empty: it may differ
  std::string_view merged{};   ///< likewise the runs on an adapter, and all where the field is Join::same; a plural
  Join join = Join::none;
};

struct RunField : Field<RunContext> {
  Terms terms;
  std::string (*text)(const RunContext&);
  void (*merge)(RunContext& to, std::span<const RunContext* const> from, Join join);
};

std::string shown(const std::string& text) { return text; }
std::string shown(std::uint64_t number) { return fmt::to_string(number); }
std::string shown(bool is_so) { return is_so ? "yes" : "no"; }
std::string shown(const std::vector<std::string>& words) { return fmt::format("{}", fmt::join(words, " ")); }
std::string shown(const statistics::SamplingRule& sampling) { return text_of(sampling); }

std::string merged(const std::vector<std::string>& texts, Join join) {
  if (join == Join::earliest) return std::ranges::min(texts);
  if (join == Join::latest) return std::ranges::min(texts).empty() ? std::string() : std::ranges::max(texts);
  if (join != Join::listed && join != Join::phrased) return texts.front();
  std::vector<std::string> distinct;
  for (const std::string& text : texts)
    if (std::ranges::find(distinct, text) == distinct.end()) distinct.push_back(text);
  return fmt::format("{}", fmt::join(distinct, join == Join::listed ? ", " : "; "));
}

template <typename Item>
bool are_same(const Item& one, const Item& other) {
  return one == other;
}

/// Each run has read its own copy.
bool are_same(const KernelPtr& one, const KernelPtr& other) {
  return one->name == other->name && one->hash == other->hash;
}

template <typename Item>
std::vector<Item> merged(const std::vector<std::vector<Item>>& lists, Join join) {
  if (join != Join::all && join != Join::distinct) return lists.front();
  std::vector<Item> whole;
  for (const std::vector<Item>& list : lists)
    for (const Item& item : list) {
      if constexpr (std::equality_comparable<Item>)
        if (join == Join::distinct && std::ranges::any_of(whole, [&](const Item& had) { return are_same(had, item); }))
          continue;
      whole.push_back(item);
    }
  return whole;
}

template <typename Value>
Value merged(const std::vector<Value>& values, Join join) {
  Value one = values.front();
  if constexpr (std::same_as<Value, double>) {
    if (join == Join::largest) one = std::ranges::max(values);
  } else if constexpr (std::same_as<Value, TimeSpent>) {
    for (const TimeSpent& more : std::span(values).subspan(1)) one += more;
  }
  return one;
}

template <auto Member>
void merge_member(RunContext& to, std::span<const RunContext* const> from, Join join) {
  std::vector<std::remove_cvref_t<decltype(to.*Member)>> values;
  for (const RunContext* run : from) values.push_back(run->*Member);
  to.*Member = merged(values, join);
}

template <auto Member>
constexpr RunField run_field(Field<RunContext> field, Terms terms = {}) {
  std::string (*text)(const RunContext&) = nullptr;
  if constexpr (requires(const RunContext& run) { shown(run.*Member); })
    text = [](const RunContext& run) { return shown(run.*Member); };
  return {field, terms, text, merge_member<Member>};
}
template <auto Member>
constexpr RunField of(const char* name, Terms terms = {}) {
  return run_field<Member>(field<Member>(name), terms);
}
template <auto Member>
constexpr RunField maybe_of(const char* name, Terms terms = {}) {
  return run_field<Member>(maybe<Member>(name), terms);
}

/// What runs must have in common of the device, whose own table writes it.
template <auto Member>
constexpr RunField of_device(Terms terms) {
  return {{"", [](const RunContext&, const char*, json&) {}, [](RunContext&, const char*, const json&) {}},
          terms,
          [](const RunContext& run) { return shown(run.device.*Member); },
          nullptr};
}

/// Contexts of earlier versions have the words joined by blanks.
void read_command(RunContext& run, const char* name, const json& from) {
  const json& command = from.at(name);
  if (!command.is_string()) return Codec<std::vector<std::string>>::read(run.command, command);
  const auto text = command.get<std::string>();
  const std::vector<std::string_view> words = split_words(text);
  run.command.assign(words.begin(), words.end());
}

/// Contexts of earlier versions do not say whether searches learned from each other: they did not.
void read_transfer(RunContext& run, const char* name, const json& from) { run.transfer = from.value(name, false); }

/// Earlier versions have one at most, as a text, and read it so.
void write_peers(const RunContext& run, const char* name, json& to) {
  to["peer"] = peer_of(run);
  to[name] = run.peers;
}
void read_peers(RunContext& run, const char* name, const json& from) {
  if (from.contains(name)) return read_field<RunContext, &RunContext::peers>(run, name, from);
  if (std::string peer = from.value("peer", std::string()); !peer.empty()) run.peers = {std::move(peer)};
}

/// Those of a later version are left out.
void read_compilers(RunContext& run, const char* name, const json& from) {
  for (const json& each : from.value(name, json::array()))
    if (value_in(kCompilerNames, each.at("compiler").get<std::string>()))
      run.compilers.push_back(value_from<CompilerTraits>(each));
}

template <statistics::Estimate WorkloadContext::*Member>
void write_estimate(const WorkloadContext& workload, const char* name, json& to) {
  const std::string prefix = name;
  const statistics::Estimate& estimate = workload.*Member;
  to[prefix + "_ns"] = estimate.median;
  to[prefix + "_low_ns"] = estimate.ci.low;
  to[prefix + "_high_ns"] = estimate.ci.high;
  to[prefix + "_blocks"] = estimate.blocks;
}

/// Contexts of earlier versions have no interval of it.
template <statistics::Estimate WorkloadContext::*Member>
void read_estimate(WorkloadContext& workload, const char* name, const json& from) {
  const std::string prefix = name;
  const double median = from.value(prefix + "_ns", 0.0);
  workload.*Member = {.median = median,
                      .ci = {from.value(prefix + "_low_ns", median), from.value(prefix + "_high_ns", median)},
                      .blocks = whole_number(from.value(prefix + "_blocks", json(0U)))};
}

template <statistics::Estimate WorkloadContext::*Member>
constexpr Field<WorkloadContext> estimate(const char* name) {
  return {name, write_estimate<Member>, read_estimate<Member>};
}

}  // namespace

template <>
inline constexpr auto kFields<TimeSpent> =
    std::array{maybe<&TimeSpent::compile>("compile"), maybe<&TimeSpent::verify>("verify"),
               maybe<&TimeSpent::measure>("measure"), maybe<&TimeSpent::other>("other")};

template <>
inline constexpr auto kFields<WorkloadContext> =
    std::array{maybe<&WorkloadContext::workload>("workload"),
               maybe<&WorkloadContext::aa_variant>("aa_variant"),
               maybe<&WorkloadContext::aa_ratio>("aa_ratio"),
               maybe<&WorkloadContext::aa_low>("aa_low"),
               maybe<&WorkloadContext::aa_high>("aa_high"),
               maybe<&WorkloadContext::aa_verdict>("aa_verdict"),
               maybe<&WorkloadContext::space>("space"),
               maybe<&WorkloadContext::unconfirmed>("unconfirmed"),
               maybe<&WorkloadContext::unsettled>("unsettled"),
               maybe<&WorkloadContext::drifted>("drifted"),
               maybe<&WorkloadContext::faults>("faults"),
               maybe<&WorkloadContext::run>("run"),
               estimate<&WorkloadContext::pilot>("pilot"),
               estimate<&WorkloadContext::arithmetic_pilot>("arithmetic_pilot"),
               estimate<&WorkloadContext::launch_floor>("launch_floor")};

// What differs first is what a message names: a device before its driver, and the machine before the request.
template <>
inline constexpr auto kFields<RunContext> = std::array{
    of<&RunContext::run>("run"),
    run_field<&RunContext::command>({"command", write_field<RunContext, &RunContext::command>, read_command}),
    of<&RunContext::started>("started", {.join = Join::earliest}),
    of<&RunContext::finished>("finished", {.join = Join::latest}),
    maybe_of<&RunContext::resumed>("resumed", {.join = Join::all}),
    of<&RunContext::host>("host", {.join = Join::phrased}),
    of<&RunContext::device>("device", {.join = Join::first}),
    of_device<&DeviceTraits::adapter>({.resumed = "adapter"}),
    of_device<&DeviceTraits::driver>({.resumed = "driver", .merged = "drivers"}),
    of_device<&DeviceTraits::implementation>({.resumed = "implementation", .merged = "D3D12 implementations"}),
    of<&RunContext::compiler_version>("compiler_version",
                                      {.resumed = "compiler", .merged = "compiler versions", .join = Join::listed}),
    run_field<&RunContext::peers>({"peers", write_peers, read_peers}, {.resumed = "peer", .join = Join::first}),
    of<&RunContext::revision>("revision", {.resumed = "revision", .merged = "git revisions", .join = Join::listed}),
    of<&RunContext::power_policy>("power_policy",
                                  {.resumed = "power policy", .merged = "power policies", .join = Join::listed}),
    of_device<&DeviceTraits::background_processing>({.resumed = "background processing"}),
    of<&RunContext::mode>("mode", {.resumed = "mode", .merged = "modes", .join = Join::same}),
    maybe_of<&RunContext::cache_bytes>("cache_bytes",
                                       {.resumed = "cache bytes", .merged = "cache sizes", .join = Join::first}),
    maybe_of<&RunContext::sampling>("sampling",
                                    {.resumed = "sampling", .merged = "sampling options", .join = Join::first}),
    of<&RunContext::seed>("seed", {.resumed = "seed", .merged = "seeds", .join = Join::same}),
    of<&RunContext::strategy>("strategy", {.resumed = "strategy", .join = Join::listed}),
    run_field<&RunContext::transfer>({"transfer", write_field<RunContext, &RunContext::transfer>, read_transfer},
                                     {.resumed = "transfer", .join = Join::first}),
    maybe_of<&RunContext::planned>("planned", {.resumed = "workloads", .join = Join::distinct}),
    maybe_of<&RunContext::filter>("filter", {.resumed = "variants", .join = Join::phrased}),
    maybe_of<&RunContext::shard>("shard", {.resumed = "shard", .join = Join::listed}),
    maybe_of<&RunContext::kernels>("kernels", {.join = Join::distinct}),
    maybe_of<&RunContext::fused_mad>("fused_mad", {.join = Join::first}),
    maybe_of<&RunContext::exact_half>("exact_half", {.join = Join::first}),
    maybe_of<&RunContext::exact_bytes>("exact_bytes", {.join = Join::first}),
    run_field<&RunContext::compilers>({"compilers", write_field<RunContext, &RunContext::compilers>, read_compilers},
                                      {.join = Join::first}),
    maybe_of<&RunContext::clock_tick_ns>("clock_tick_ns", {.join = Join::largest}),
    maybe_of<&RunContext::clock_step_ns>("clock_step_ns", {.join = Join::largest}),
    maybe_of<&RunContext::empty_pair_ns>("empty_pair_ns", {.join = Join::largest}),
    maybe_of<&RunContext::spent>("spent_s", {.join = Join::sum}),
    of<&RunContext::workloads>("workloads"),
    maybe_of<&RunContext::merged>("merged"),
    maybe_of<&RunContext::parts>("parts"),
};

std::optional<RunDifference> why_not_resumed(const RunContext& before, const RunContext& now) {
  for (const RunField& field : kFields<RunContext>)
    if (!field.terms.resumed.empty() && field.text(before) != field.text(now))
      return RunDifference{field.terms.resumed, field.text(before), field.text(now)};
  return std::nullopt;
}

std::optional<RunDifference> why_not_merged(const RunContext& one, const RunContext& other, Ran ran) {
  for (const RunField& field : kFields<RunContext>)
    if (!field.terms.merged.empty() && (ran == Ran::on_one_adapter || field.terms.join == Join::same) &&
        field.text(one) != field.text(other))
      return RunDifference{field.terms.merged, field.text(one), field.text(other)};
  return std::nullopt;
}

RunContext merged_fields(std::span<const RunContext* const> runs, Ran ran) {
  RunContext merged;
  for (const RunField& field : kFields<RunContext>)
    if (field.terms.join >= (ran == Ran::on_one_adapter ? Join::first : Join::same))
      field.merge(merged, runs, field.terms.join);
  return merged;
}

std::string context_text(const RunContext& context) { return json_text(without_unknown(json_of(context)), 2) + '\n'; }

RunContext parse_context(std::string_view text) {
  return read_json([&] {
    RunContext context;
    read_fields(context, with_names_in_a_line(without_unknown(parse_json(text))));
    return context;
  });
}

}  // namespace modlab::store
