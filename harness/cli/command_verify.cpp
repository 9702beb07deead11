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
#include "kernels/modulus/axis.h"
#include "kernels/modulus/plan.h"
#include "kernels/modulus/problem.h"
#include "kernels/modulus/space.h"

namespace modlab::cli {
namespace {

constexpr std::string_view kMode = "verify";

struct VerifyCall {
  session::WorkloadOptions workload;
  session::SpaceOptions space;
  session::PlatformOptions platform;
  session::EvaluationOptions evaluation;
  session::PeerOptions against;
  bool all = false;
  bool exhaustive = false;
  std::string out;
  std::string resume;
  std::uint64_t seed = 1;
};

/// One per piece of each workload. Throws Error where there are too many pairs.
std::vector<tune::VerifyJob> jobs_of_pieces(const std::vector<Workload>& workloads) {
  std::vector<tune::VerifyJob> jobs;
  for (const Workload& workload : workloads) {
    const auto count = modulus::exhaustive_pieces(*modulus::modulus_of(workload));
    if (!count)
      throw Error(
          fmt::format("{} {} has too many pairs; 8-bit types have few enough, 16-bit types in all layouts but "
                      "broadcast-b",
                      workload.fields.layout, workload.fields.dtype));
    for (std::uint64_t piece = 0; piece < *count; ++piece) jobs.push_back({workload, piece, {}});
  }
  return jobs;
}

std::vector<tune::VerifyJob> plan_jobs(const VerifyCall& options, const Platform& platform) {
  const Filter filter = options.space.filter();
  const std::vector<Workload> workloads = options.exhaustive ? options.workload.exhaustive_workloads(filter.kernels)
                                                             : options.workload.workloads(filter.kernels);
  session::check_workloads(workloads, options.seed, platform, filter);
  // 2^32 pairs take minutes per variant, and what they test is the algorithm.
  const bool lengthy = options.exhaustive && std::ranges::any_of(workloads, [](const Workload& workload) {
                         return bytes_of(modulus::modulus_of(workload)->type) > 1;
                       });
  const tune::Thoroughness thoroughness = options.all || options.space.given() ? tune::Thoroughness::all
                                          : lengthy                            ? tune::Thoroughness::plainest
                                                                               : tune::Thoroughness::cover;
  const auto jobs = options.exhaustive ? jobs_of_pieces(workloads) : tune::jobs_of(workloads, options.seed);
  return tune::with_candidates(jobs, platform, filter, thoroughness);
}

/// The file to write rows to, if any, with the rows of a stopped run.
std::optional<store::Journal> open_journal(const VerifyCall& options, const session::Session& session,
                                           const std::vector<std::string>& words) {
  const auto begin = [&](const std::filesystem::path& journal) {
    store::RunContext context = session::begin_context(session.lab.platform, /*stable_power=*/false, journal, words);
    context.mode = kMode;
    context.seed = options.seed;
    context.kernels = options.space.filter().kernels;
    return context;
  };
  if (!options.resume.empty()) {
    if (!options.out.empty()) throw Error("give --out for a new journal or --resume for an old one; not both");
    store::Journal journal = store::Journal::resume(path_of(options.resume));
    report_removed(journal);
    const store::RunContext now = begin(journal.path());
    if (const auto before = session::context_to_resume(journal))
      session::check_same_run(*before, now, journal.path());
    else
      store::write_context(journal.path(), now);
    return journal;
  }
  if (options.out.empty()) return std::nullopt;
  store::Journal journal = store::Journal::create(path_of(options.out));
  store::write_context(journal.path(), begin(journal.path()));
  return journal;
}

/// By type and operator, as their names.
using Agreements = std::map<std::pair<std::string, std::string>, modulus::Agreement>;

/// How many results agree and why the others differ as a table, and under each line the worst input of every kind.
std::string agreement_text(const Agreements& agreements) {
  std::string text = fmt::format("{:<6}{:<10}{:>10}{:>10}", "type", "op", "results", "agree");
  for (const auto& kind : modulus::kDisagreementNames) text += fmt::format("{:>18}", kind.name);
  text += '\n';
  for (const auto& [key, agreement] : agreements) {
    text += fmt::format("{:<6}{:<10}{:>10}{:>10}", key.first, key.second, agreement.compared, agreement.equal);
    for (const modulus::Agreement::Differing& each : agreement.differing) text += fmt::format("{:>18}", each.count);
    text += '\n';
    for (std::size_t i = 0; i < agreement.differing.size(); ++i)
      if (agreement.differing[i].count > 0)
        text += fmt::format("      {}: {}\n", modulus::kDisagreementNames[i].name, agreement.differing[i].worst);
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
  session::Session session = session::open_session(
      options.platform, {.time_limit = options.evaluation.time_limit() / 2, .peers = options.against});
  const std::vector<Workload> workloads =
      options.exhaustive ? options.workload.exhaustive_workloads() : options.workload.workloads();
  session::check_workloads(workloads, options.seed, session.lab.platform, {});
  const auto jobs = options.exhaustive ? jobs_of_pieces(workloads) : tune::jobs_of(workloads, options.seed);
  Agreements agreements;
  ProgressLine line;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const modulus::Workload& workload = *modulus::modulus_of(jobs[i].workload);
    line.show(fmt::format("{} of {}: {}", i + 1, jobs.size(), modulus::name_of(workload)));
    const modulus::ModulusDesc desc = modulus::describe(workload, jobs[i].seed);
    const modulus::HostOperands operands = modulus::make_operands(workload, jobs[i].seed);
    const modulus::KernelPlan plan = modulus::make_plan(desc, modulus::plainest_exact(desc, session.lab.platform));
    const auto ours =
        measure::run_once(*session.lab.device, *session.compiler, plan, modulus::bind_operands(desc, operands));
    const auto theirs = measure::run_once(*session.lab.device, *session.lab.peers.begin()->second, desc,
                                          modulus::bind_operands(desc, operands));
    agreements[{std::string(name_of(workload.type)), std::string(modulus::name_of(workload.rounding))}].add(
        modulus::compare_with_peer(desc, operands, ours, theirs));
  }
  line.clear();
  print("{} against exact kernels on {}\n{}", session.lab.platform.peers.front().description,
        session.lab.platform.device.adapter, agreement_text(agreements));
  return 0;
}

/// A kernel of ours may be refused, for example by a device that lacks something; a user's must compile and run.
bool is_fault(const store::Row& row) {
  const bool is_refused =
      row.status == name_of(Status::compiler_refused) || row.status == name_of(Status::device_refused);
  return row.status != name_of(Status::ok) && (!is_refused || !family_of(row.variant).empty());
}

int verify(const VerifyCall& options, const std::vector<std::string>& words) {
  if (options.against.given()) return verify_against(options);
  if (!options.out.empty() || !options.resume.empty()) note_interrupts();
  session::Session session =
      session::open_session(options.platform, {.time_limit = options.evaluation.time_limit() / 2});
  std::vector<tune::VerifyJob> jobs = plan_jobs(options, session.lab.platform);
  std::optional<store::Journal> journal = open_journal(options, session, words);
  std::vector<store::Row> rows;
  if (journal) rows = journal->read_rows();
  std::set<std::tuple<std::string, std::optional<std::uint64_t>, std::string>> done;
  for (const store::Row& row : rows) done.emplace(store::workload_of(row), row.seed, row.variant);

  ProgressLine line;
  tune::Verifier verifier(session.lab);
  SyncPace sync_pace;
  const auto run_jobs = [&] {
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      tune::VerifyJob& job = jobs[i];
      std::erase_if(job.candidates, [&](const Candidate& candidate) {
        return done.contains({job.workload.name, job.seed, candidate.name});
      });
      const std::string piece = options.exhaustive ? fmt::format(" piece {}", job.seed) : std::string();
      line.show(fmt::format("{} of {}: {}{}", i + 1, jobs.size(), name_of(job.workload), piece));
      verifier.run(job, [&](store::Row& row) {
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
  report::Rows all;
  for (const store::Row& row : rows) all.push_back(&row);
  const std::string failed = report::counts_text(all, false, &store::Row::status);
  print_text(report::accuracy_matrix(rows));
  print("{} passed{}{}\n", std::ranges::count_if(rows, report::passed), failed.empty() ? "" : ", ", failed);
  const std::string why_none = report::why_none_passed(all);
  if (!why_none.empty()) print_error("modlab", why_none);
  return !why_none.empty() || std::ranges::any_of(rows, is_fault) ? session::kFaultFound : 0;
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
                          session::PeerOptions::Count::one);
  command.add_flag("--all", options->all,
                   "Every legal variant; by default a few that cover every pair of axis values (for 16-bit types with "
                   "--exhaustive, the plainest of each algorithm), or what --where and --variant select");
  CLI::Option* const exhaustive =
      command.add_flag("--exhaustive", options->exhaustive,
                       "All pairs of values instead of data sets: 65,536 of an 8-bit type (the default), 2^32 of a "
                       "16-bit type in 256 pieces");
  command.add_option("--out", options->out, "Also write the rows to this new journal");
  command.add_option("--resume", options->resume, "Resume the journal of a stopped run");
  command.add_option("--seed", options->seed, "Seed of the data")
      ->transform(session::whole_number())
      ->excludes(exhaustive);
  return [options](const std::vector<std::string>& words) { return verify(*options, words); };
}

}  // namespace modlab::cli
