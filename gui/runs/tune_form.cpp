#include "gui/runs/tune_form.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>

#include "harness/session/options.h"
#include "harness/session/program.h"
#include "kernels/error.h"
#include "kernels/split.h"

namespace modlab::gui {

std::vector<std::string> tune_arguments(const TuneForm& form) {
  std::vector<std::string> words{"tune"};
  const auto add = [&](const char* option, const std::string& value, std::string_view fallback) {
    if (value != fallback) words.insert(words.end(), {option, value});
  };
  add("--op", fmt::format("{}", fmt::join(form.ops, ",")), "");
  add("--dtype", fmt::format("{}", fmt::join(form.types, ",")), "");
  add("--shape", form.shape, "");
  add("--layout", fmt::format("{}", fmt::join(form.layouts, ",")), "packed");
  add("--placement", fmt::format("{}", fmt::join(form.placements, ",")), "out");
  add("--data-set", fmt::format("{}", fmt::join(form.data_sets, ",")), "mixed");
  for (const std::string_view where : split_words(form.where)) add("--where", std::string(where), "");
  add("--mode", form.mode, "warm");
  add("--strategy", form.strategy, "");
  add("--budget", form.budget, "");
  add("--seed", form.seed, "1");
  add("--adapter", form.adapter, "");
  add("--runtime", form.runtime, "auto");
  add("--compiler", form.compiler, "auto");
  return words;
}

std::string form_error(const TuneForm& form) {
  for (const auto& [name, chosen] :
       {std::pair("operator", &form.ops), std::pair("type", &form.types), std::pair("layout", &form.layouts),
        std::pair("placement", &form.placements), std::pair("data set", &form.data_sets)})
    if (chosen->empty()) return fmt::format("choose at least one {}", name);
  try {
    // The program's own options, so that both say the same.
    CLI::App app;
    WorkloadOptions workload;
    SpaceOptions space;
    ConditionOptions conditions;
    PlatformOptions platform;
    std::string strategy;
    std::string budget;
    std::uint64_t seed = 0;
    workload.add_to(app, {.type = "f32", .shape = "1048576", .data_set = "mixed"});
    space.add_to(app);
    conditions.add_to(app);
    platform.add_to(app);
    app.add_option("--strategy", strategy);
    app.add_option("--budget", budget);
    app.add_option("--seed", seed)->transform(whole_number());
    std::vector<std::string> words = tune_arguments(form);
    words.front() = "modlab";
    std::vector<const char*> argv;
    for (const std::string& word : words) argv.push_back(word.c_str());
    static_cast<void>(parse_call(app, static_cast<int>(argv.size()), argv.data()));
    static_cast<void>(workload.workloads());
    static_cast<void>(space.filter());
    static_cast<void>(conditions.conditions());
    if (!form.budget.empty()) static_cast<void>(parse_work_limit(form.budget));
  } catch (const Error& error) {
    const std::string text = error.what();
    return text.substr(0, text.find("; see  --help"));
  }
  return {};
}

}  // namespace modlab::gui
