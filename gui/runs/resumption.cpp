#include "gui/runs/resumption.h"

#include <fmt/format.h>

#include <span>

#include "harness/analysis/command_line.h"
#include "harness/analysis/recorded_call.h"
#include "harness/system/path.h"
#include "harness/system/shell_line.h"

namespace modlab::gui {
namespace {

/// On one line, and not so long that it hides the others.
std::string shown(const std::vector<std::string>& words) {
  constexpr std::size_t kMost = 200;
  const auto line = shell_line(words, Shell::posix);
  if (!line) return shell_line(std::span(words).first(1)).value_or("an option") + " with control characters";
  return line->size() <= kMost ? *line : line->substr(0, kMost) + " …";
}

}  // namespace

std::vector<std::string> Resumption::arguments() const {
  std::vector<std::string> words = choices;
  if (runtime != "auto") analysis::add_option(words, "--runtime", runtime);
  for (const Kernel& kernel : kernels) analysis::add_option(words, "--kernel", kernel.file);
  analysis::add_option(words, "--resume", journal.string());
  return words;
}

bool can_resume(const store::RunContext& context) {
  const std::vector<std::string> words = analysis::arguments_of(context.command);
  return context.finished.empty() && !words.empty() && (words.front() == "tune" || words.front() == "measure");
}

Resumption resumption_of(const store::RunContext& context, const std::filesystem::path& journal,
                         const std::string& runtime) {
  const analysis::RecordedCall call = analysis::recorded_call(context);
  Resumption resumption{
      .journal = journal, .choices = call.choices, .runtime = runtime, .differences = {}, .kernels = {}};
  std::string recorded = "auto";
  for (const analysis::RecordedCall::Option& option : call.others)
    if (option.name == "--runtime")
      recorded = option.value;
    else if (option.name == "--kernel")
      resumption.kernels.push_back({shown({path_of(option.value).filename().string()})});
    else if (option.name != "--out" && option.name != "--resume")  // the journal takes their place
      resumption.differences.push_back({shown(analysis::words_of(option)), "left out"});
  if (recorded != runtime)
    resumption.differences.push_back(
        {shown({"--runtime", recorded}), fmt::format("--runtime {}, as in the form", runtime)});
  return resumption;
}

}  // namespace modlab::gui
