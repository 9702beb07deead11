#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "harness/cli/commands.h"
#include "harness/cli/progress.h"
#include "harness/cli/read_rows.h"
#include "harness/cli/resume_hint.h"
#include "harness/device/status.h"
#include "harness/measure/run_once.h"
#include "harness/report/accuracy_matrix.h"
#include "harness/report/none_passed.h"
#include "harness/report/workload_notes.h"
#include "harness/session/program.h"
#include "harness/session/session.h"
#include "harness/system/console.h"
#include "harness/system/interrupt.h"
#include "harness/system/path.h"
#include "harness/system/sync_pace.h"
#include "harness/tune/verification.h"
#include "kernels/error.h"
#include "kernels/modulus/agreement.h"

namespace modlab::cli {
namespace {

constexpr std::string_view kMode = "verify";

struct VerifyCall {
  WorkloadOptions workload;
  SpaceOptions space;
  PlatformOptions platform;
  EvaluationOptions evaluation;
  PeerOptions against;
  bool all = false;
  bool exhaustive = false;
  std::string out;
  std::string resume;
  std::uint64_t seed = 1;
};

std::vector<VerifyJob> plan_jobs(const VerifyCall& options, const Platform& platform) {
  const VariantFilter filter = options.space.filter();
  const std::vector<Workload> workloads = options.exhaustive ? options.workload.exhaustive_workloads(filter.kernels())
                                                             : options.workload.workloads(filter.kernels());
  check_workloads(workloads, options.seed, platform, filter);
  // 2^32 pairs take minutes per variant, and what they test is the algorithm.
  const bool lengthy = options.exhaustive && std::ranges::any_of(workloads, [](const Workload& workload) {
                         return bytes_of(workload.type) > 1;
                       });
  const Thoroughness thoroughness = options.all || options.space.given() ? Thoroughness::all
                                    : lengthy                            ? Thoroughness::plainest
                                                                         : Thoroughness::cover;
  const auto jobs = options.exhaustive ? jobs_of_pieces(workloads) : jobs_of(workloads, options.seed);
  return with_variants(jobs, platform, filter, thoroughness);
}

/// The file to write rows to, if any, with the rows of a stopped run.
std::optional<Journal> open_journal(const VerifyCall& options, const Session& session,
                                    const std::vector<std::string>& words) {
  const auto begin = [&](const std::filesystem::path& journal) {
    RunContext context = begin_context(session.lab.platform, /*stable_power=*/false, journal, words);
    context.mode = kMode;
    context.seed = options.seed;
    context.kernels = options.space.filter().kernels();
    return context;
  };
  if (!options.resume.empty()) {
    if (!options.out.empty()) throw Error("give --out for a new journal or --resume for an old one; not both");
    Journal journal = Journal::resume(path_of(options.resume));
    report_removed(journal);
    const RunContext now = begin(journal.path());
    if (const auto before = context_to_resume(journal))
      check_same_run(*before, now, journal.path());
    else
      write_context(journal.path(), now);
    return journal;
  }
  if (options.out.empty()) return std::nullopt;
  Journal journal = Journal::create(path_of(options.out));
  write_context(journal.path(), begin(journal.path()));
  return journal;
}

/// By type and operator, as their names.
using Agreements = std::map<std::pair<std::string, std::string>, Agreement>;

/// How many results agree and why the others differ as a table, and under each line the worst input of every kind.
std::string agreement_text(const Agreements& agreements) {
  std::string text = fmt::format("{:<6}{:<10}{:>10}{:>10}", "type", "op", "results", "agree");
  for (const auto& kind : kDisagreementNames) text += fmt::format("{:>18}", kind.name);
  text += '\n';
  for (const auto& [key, agreement] : agreements) {
    text += fmt::format("{:<6}{:<10}{:>10}{:>10}", key.first, key.second, agreement.compared, agreement.equal);
    for (const Agreement::Differing& each : agreement.differing) text += fmt::format("{:>18}", each.count);
    text += '\n';
    for (std::size_t i = 0; i < agreement.differing.size(); ++i)
      if (agreement.differing[i].count > 0)
        text += fmt::format("      {}: {}\n", kDisagreementNames[i].name, agreement.differing[i].worst);
  }
  return text;
}

/// Our plainest exact kernel and a peer on the same operands.
int verify_against(const VerifyCall& options) {
  if (options.all || options.space.given() || options.space.has_kernels() || !options.out.empty() ||
      !options.resume.empty())
    throw Error(
        "--against compares one exact kernel of ours: it takes no --all, --where, --variant, --kernel, --out or "
        "--resume");
  Session session =
      open_session(options.platform, {.time_limit = options.evaluation.time_limit() / 2, .peers = options.against});
  const std::vector<Workload> workloads =
      options.exhaustive ? options.workload.exhaustive_workloads() : options.workload.workloads();
  check_workloads(workloads, options.seed, session.lab.platform, {});
  const auto jobs = options.exhaustive ? jobs_of_pieces(workloads) : jobs_of(workloads, options.seed);
  Agreements agreements;
  ProgressLine line;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const Workload& workload = jobs[i].workload;
    line.show(fmt::format("{} of {}: {}", i + 1, jobs.size(), name_of(workload)));
    const ModulusDesc desc = describe(workload, jobs[i].seed);
    const HostOperands operands = make_operands(workload, jobs[i].seed);
    const KernelPlan plan = make_plan(desc, plainest_exact(desc, session.lab.platform));
    const auto ours = run_once(*session.lab.device, *session.compiler, plan, operands);
    const auto theirs = run_once(*session.lab.device, *session.lab.peers.begin()->second, desc, operands);
    agreements[{std::string(name_of(workload.type)), std::string(name_of(workload.rounding))}].add(
        compare_with_peer(desc, operands, ours, theirs));
  }
  line.clear();
  print("{} against exact kernels on {}\n{}", session.lab.platform.peers.front().description,
        session.lab.platform.device.adapter, agreement_text(agreements));
  return 0;
}

/// A kernel of ours may be refused, for example by a device that lacks something; a user's must compile and run.
bool is_fault(const Row& row) {
  const bool is_refused =
      row.status == name_of(Status::compiler_refused) || row.status == name_of(Status::device_refused);
  return row.status != name_of(Status::ok) && (!is_refused || !family_of(row.variant).empty());
}

int verify(const VerifyCall& options, const std::vector<std::string>& words) {
  if (options.against.given()) return verify_against(options);
  if (!options.out.empty() || !options.resume.empty()) note_interrupts();
  Session session = open_session(options.platform, {.time_limit = options.evaluation.time_limit() / 2});
  std::vector<VerifyJob> jobs = plan_jobs(options, session.lab.platform);
  std::optional<Journal> journal = open_journal(options, session, words);
  std::vector<Row> rows;
  if (journal) rows = journal->read_rows();
  std::set<std::tuple<std::string, std::optional<std::uint64_t>, std::string>> done;
  for (const Row& row : rows) done.emplace(workload_of(row), row.seed, row.variant);

  ProgressLine line;
  Verifier verifier(session.lab);
  SyncPace sync_pace;
  const auto run_jobs = [&] {
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      VerifyJob& job = jobs[i];
      std::erase_if(job.variants, [&](const Variant& variant) {
        return done.contains({name_of(job.workload), job.seed, name_of(variant)});
      });
      const std::string piece = options.exhaustive ? fmt::format(" piece {}", job.seed) : std::string();
      line.show(fmt::format("{} of {}: {}{}", i + 1, jobs.size(), name_of(job.workload), piece));
      verifier.run(job, [&](Row& row) {
        if (journal) journal->append(row);
        rows.push_back(row);
      });
      if (!journal || (!sync_pace.is_due() && i + 1 < jobs.size())) continue;
      journal->sync();
      sync_pace.restart();
    }
    // Unlike a tuner, which keeps them in the file alone, we still have what somebody has cut off.
    if (journal && journal->lost() > 0) journal->amend(rows);
  };
  if (journal)
    with_resume_hint(journal->path(), run_jobs);
  else
    run_jobs();
  line.clear();
  Rows all;
  for (const Row& row : rows) all.push_back(&row);
  const std::string failed = counts_text(all, false, &Row::status);
  print_text(accuracy_matrix(rows));
  print("{} passed{}{}\n", std::ranges::count_if(rows, passed), failed.empty() ? "" : ", ", failed);
  const std::string why_none = why_none_passed(all);
  if (!why_none.empty()) print_error("modlab", why_none);
  return !why_none.empty() || std::ranges::any_of(rows, is_fault) ? kFaultFound : 0;
}

}  // namespace

Action add_verify_command(CLI::App& program) {
  CLI::App& command = *program.add_subcommand("verify", "Run variants through the correctness gate, without timing");
  auto options = std::make_shared<VerifyCall>();
  // Every pair of edge values fits, every layout has its dimensions, and rows and the whole are odd for every width.
  options->workload.add_to(command, {.type = "all", .shape = "3x17x99", .data_set = "all"});
  options->space.add_to(command);
  options->platform.add_to(command);
  options->evaluation.add_time_limit_to(
      command, "A kernel that takes more than half of this in one submission to the device has hung (default: 60s)");
  options->against.add_to(command, "--against",
                          "Compare the results of an exact kernel with those of another implementation instead",
                          PeerOptions::Count::one);
  command.add_flag("--all", options->all,
                   "Every legal variant; by default a few that cover every pair of axis values (for 16-bit types with "
                   "--exhaustive, the plainest of each algorithm), or what --where and --variant select");
  CLI::Option* const exhaustive =
      command.add_flag("--exhaustive", options->exhaustive,
                       "All pairs of values instead of data sets: 65,536 of an 8-bit type (the default), 2^32 of a "
                       "16-bit type in 256 pieces");
  command.add_option("--out", options->out, "Also write the rows to this new journal");
  command.add_option("--resume", options->resume, "Resume the journal of a stopped run");
  command.add_option("--seed", options->seed, "Seed of the data")->transform(whole_number())->excludes(exhaustive);
  return [options](const std::vector<std::string>& words) { return verify(*options, words); };
}

}  // namespace modlab::cli
