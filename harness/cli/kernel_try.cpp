#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>
#include <optional>
#include <thread>

#include "harness/cli/commands.h"
#include "harness/cli/kernel_rival.h"
#include "harness/compile/instruction_count.h"
#include "harness/compile/load_kernel.h"
#include "harness/report/trial_text.h"
#include "harness/report/unclear_text.h"
#include "harness/session/documents.h"
#include "harness/session/session.h"
#include "harness/store/kernel_trial.h"
#include "harness/system/console.h"
#include "harness/system/file_watch.h"
#include "harness/system/interrupt.h"
#include "harness/system/path.h"
#include "kernels/error.h"
#include "kernels/modulus/data_set.h"

namespace modlab::cli {
namespace {

/// How often the file's stamp is looked at. A save is taken up two looks later.
constexpr std::chrono::milliseconds kLook{20};

struct TryCall {
  std::string file;
  session::WorkloadOptions workload;
  session::PlatformOptions platform;
  session::EvaluationOptions evaluation;
  session::ConditionOptions conditions;
  std::string against;
  std::string tuned;
  bool watch = false;
  bool json = false;
  std::uint64_t seed = 1;
};

/// What the file is tried on unless the user says otherwise: the first of everything that it serves.
modulus::Workload first_served(const KernelFile& kernel) {
  modulus::Workload workload{
      .rounding = kernel.roundings.front(), .type = kernel.types.front(), .placement = kernel.placements.front()};
  switch (kernel.storages.front()) {
    case Storage::packed: break;
    case Storage::broadcast_b: workload.layout = modulus::Layout::broadcast_b; break;
    case Storage::strided:
      workload.layout = modulus::Layout::row_b;
      workload.shape = {1024, 1024};
      break;
  }
  return workload;
}

/// How many axes of two kernels, which may be versions of one, have the same name and value.
std::size_t likeness(const Candidate& one, const Candidate& other) {
  std::size_t alike = one.build == other.build ? 1 : 0;
  for (const auto& choice : own_choices(one.name))
    for (const auto& same : own_choices(other.name)) alike += choice == same ? 1U : 0U;
  return alike;
}

/// Tries what the file holds, whenever it is told to.
class KernelTry {
 public:
  KernelTry(const TryCall& options, const Workload& workload, tune::Evaluator& evaluator)
      : options_(options),
        workload_(workload),
        evaluator_(evaluator),
        compiler_(session::open_compiler(options.platform)) {}

  /// Chooses the rival for a kernel, which may be another variant of it.
  void find_rival(const KernelPtr& kernel) {
    challenge_.emplace(
        meet_rival(evaluator_, {.workload = workload_,
                                .seed = options_.seed,
                                .conditions = options_.conditions.conditions(),
                                .kernel = kernel,
                                .against = options_.against,
                                .tuned = options_.tuned.empty() ? session::default_tuned() : path_of(options_.tuned)}));
    rival_ = {.workload = workload_.name,
              .adapter = evaluator_.platform().device.adapter,
              .variant = challenge_->rival().name,
              .instructions = instructions_of(challenge_->rival())};
    print(store::json_line(rival_), report::to_text(rival_));
  }

  /// Tries what the file holds now: the variant that is most like the best one before, then the others until `is_over`.
  /// True where it is right.
  bool try_kernel(const KernelPtr& kernel, std::filesystem::file_time_type saved,
                  const std::function<bool()>& is_over) {
    store::KernelTrial trial{.save = ++saves_, .kernel = fmt::format("{}-{}", kernel->name, kernel->hash)};
    const Filter filter{.kernels = {kernel}, .only_kernels = true};
    session::check_variants({workload_}, options_.seed, evaluator_.platform(), filter);
    std::vector<Candidate> variants = workload_.problem->space(options_.seed, evaluator_.platform(), filter).candidates;
    if (best_)
      std::ranges::stable_sort(variants, std::greater(),
                               [&](const Candidate& variant) { return likeness(variant, *best_); });
    trial.variants = variants.size();

    tune::Evaluation best = challenge_->screen(variants.front());
    best_ = variants.front();
    trial.tried = 1;
    if (!report(trial, best, saved)) return false;
    for (std::size_t i = 1; i < variants.size(); ++i) {
      if (is_over()) return true;
      const tune::Evaluation next = challenge_->screen(variants[i]);
      ++trial.tried;
      if (next.status != Status::ok) {
        report(trial, next, saved);
        return false;
      }
      if (next.measurement->statistics.median < best.measurement->statistics.median) best = next;
    }
    best_ = best.candidate;
    return variants.size() == 1 || report(trial, best, saved);
  }

  void report_unreadable(const std::string& why, std::filesystem::file_time_type saved) {
    const store::KernelTrial trial{
        .save = ++saves_, .status = "unreadable", .detail = why, .seconds = seconds_since(saved)};
    print(store::json_line(trial), report::to_text(trial, rival_));
  }

 private:
  /// The duel of what was screened; true where it is right.
  bool report(store::KernelTrial trial, const tune::Evaluation& screened, std::filesystem::file_time_type saved) {
    const tune::Duel duel = challenge_->meet(screened);
    trial.variant = screened.candidate.name;
    trial.status = name_of(duel.status);
    trial.detail = duel.detail;
    if (duel.status == Status::ok) {
      const double gbps = static_cast<double>(workload_.bytes) / duel.challenger.median;
      trial.figures = {.ns = statistics::estimate_of(duel.challenger),
                       .rival_ns = statistics::estimate_of(duel.rival),
                       .ratio = duel.ratio.ratio,
                       .ratio_ci = duel.ratio.interval(),
                       .verdict = statistics::judge(duel.ratio),
                       .unclear = report::unclear_text(duel.ratio),
                       .gbps = gbps,
                       .roofline_pct = duel.roofline_gbps > 0 ? 100 * gbps / duel.roofline_gbps : 0};
      trial.instructions = instructions_of(screened.candidate);
    }
    trial.seconds = seconds_since(saved);
    print(store::json_line(trial), report::to_text(trial, rival_));
    return duel.status == Status::ok;
  }

  /// Empty where the compiler cannot disassemble, or compiles nothing, as a pack.
  [[nodiscard]] store::InstructionsByName instructions_of(const Candidate& candidate) {
    try {
      const auto plan = workload_.problem->plan(candidate, options_.seed, {});
      const compile::Bytecode bytecode =
          compiler_->compile(compile::shader_request(*plan), compile::sources_of(*plan, embedded_shaders()));
      const auto text = compiler_->disassemble(bytecode);
      return text ? compile::count_instructions(*text).by_name : store::InstructionsByName();
    } catch (const VariantFailure&) {
      return {};
    }
  }

  static double seconds_since(std::filesystem::file_time_type saved) {
    return std::chrono::duration<double>(std::filesystem::file_time_type::clock::now() - saved).count();
  }

  void print(const std::string& for_programs, const std::string& text) const {
    modlab::print("{}\n", options_.json ? for_programs : text);
    flush_output();  // somebody waits for it, perhaps at the other end of a pipe
  }

  const TryCall& options_;
  Workload workload_;
  tune::Evaluator& evaluator_;
  std::unique_ptr<compile::Compiler> compiler_;
  std::optional<tune::Challenge> challenge_;
  store::KernelRival rival_;
  std::uint64_t saves_ = 0;
  std::optional<Candidate> best_;  ///< of what was tried last
};

int try_kernel(const TryCall& options) {
  note_interrupts();
  if (options.json && options.watch) end_with_parent();  // nobody else would end it
  const std::filesystem::path path = path_of(options.file);
  FileWatch watch;
  watch.add(path);
  const auto load = [&] {
    watch.mark();
    KernelPtr kernel = compile::load_kernel(path);
    for (const auto& [file, text] : kernel->sources) watch.add(path.parent_path() / path_of(file));
    return kernel;
  };
  const KernelPtr first = load();
  const Workload workload = options.workload.single_workload(first_served(*first));
  const auto evaluator =
      session::open_evaluator(options.platform, options.evaluation, options.conditions.stable_power());
  measure::check_fits(workload, evaluator->platform().device, options.conditions.conditions());
  KernelTry trials(options, workload, *evaluator);
  trials.find_rival(first);
  bool right = trials.try_kernel(first, std::filesystem::file_time_type::clock::now(),
                                 [&] { return options.watch && watch.has_changed(); });
  while (options.watch) {
    while (!watch.has_changed()) {
      throw_if_interrupted();
      std::this_thread::sleep_for(kLook);
    }
    const auto saved = watch.changed_at().value_or(std::filesystem::file_time_type::clock::now());
    try {
      right = trials.try_kernel(load(), saved, [&] { return watch.has_changed(); });
    } catch (const Error& error) {
      trials.report_unreadable(error.what(), saved);
    }
  }
  return right ? 0 : 1;
}

}  // namespace

Action add_kernel_try_command(CLI::App& command) {
  CLI::App& trial = *command.add_subcommand(
      "try", "Compile, verify and time a kernel file against the best variant known, also on every save");
  auto options = std::make_shared<TryCall>();
  trial.add_option("file", options->file, "The kernel file")->required();
  options->workload.add_to(trial, {.type = "the file's first", .op = "the file's first"});
  options->platform.add_to(trial);
  options->evaluation.add_to(trial);
  options->conditions.add_to(trial);
  trial.add_flag("--watch", options->watch, "Try it again whenever it, or a file that it includes, is saved");
  CLI::Option* const against =
      trial.add_option("--against", options->against,
                       "The variant to beat (default: the tuned one, or the best of a search of some seconds)");
  trial.add_option("--tuned", options->tuned, "The tuned configurations (default: those that tune writes)")
      ->excludes(against);
  trial.add_flag("--json", options->json,
                 fmt::format("Print JSON for programs, one line each ({})", session::document("docs/own-kernels.md")));
  trial.add_option("--seed", options->seed, "Seed of the data")->transform(session::whole_number());
  return [options](const auto&) { return try_kernel(*options); };
}

}  // namespace modlab::cli
