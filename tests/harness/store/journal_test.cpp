#include "harness/store/journal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <thread>

#include "harness/store/row_notes.h"
#include "harness/store/run_context.h"
#include "harness/store/samples.h"
#include "harness/store/tuned.h"
#include "harness/system/file.h"
#include "kernels/error.h"
#include "tests/support/temporary_folder.h"

namespace modlab::store {
namespace {

Row full_row() {
  Row row;
  // Every column a value of its own, through the columns' own parsers.
  std::uint64_t number = 100;
  for (const Column& column : journal_columns()) EXPECT_TRUE(column.parse(row, std::to_string(number++)));
  return row;
}

void write_text(const std::filesystem::path& path, const std::string& text) { std::ofstream(path) << text; }

TEST(Row, HeaderIsTheDocumentedOne) {
  EXPECT_EQ(journal_header(),
            "run,row,utc,op,dtype,shape,layout,placement,data_set,variant,access,load_bytes,per_thread,threads,loop,"
            "algorithm,accuracy,binding,compiler,shader_model,mode,status,detail,mismatches,max_ulp,samples,median_ns,"
            "min_ns,q1_ns,q3_ns,mad_ns,ci_low_ns,ci_high_ns,stop,bytes,gbps,roofline_gbps,roofline_pct,tie,compile_ms,"
            "shader_hash,worst,seed,precise,adapter,native16,wave_lanes,streamed,"
            "blocks,per_pilot,per_pilot_low,per_pilot_high,packed_gbps,special_mismatches,max_finite_ulp,ulp_p999,"
            "error_per_divisor");
}

TEST(Row, EveryColumnIsPrintedWhereItWasRead) {
  std::string want;
  for (std::size_t i = 0; i < journal_columns().size(); ++i) want += (i == 0 ? "" : ",") + std::to_string(100 + i);
  EXPECT_EQ(to_csv(full_row()), want);
}

TEST(Row, NumbersReadBackToTheLastBit) {
  Row row;
  row.median_ns = 0.1 + 0.2;
  row.max_ulp = std::numeric_limits<double>::infinity();
  TemporaryFolder folder;
  Journal journal = Journal::create(folder / "run.csv");
  journal.append(row);
  const Row read = read_journal(folder / "run.csv").rows.at(0);
  EXPECT_EQ(read.median_ns, 0.1 + 0.2);
  EXPECT_EQ(read.max_ulp, std::numeric_limits<double>::infinity());
  EXPECT_EQ(read.gbps, std::nullopt);
}

TEST(Journal, EveryRowIsOnDiskWhenAppendReturns) {
  TemporaryFolder folder;
  Journal journal = Journal::create(folder / "sub" / "run.csv");
  for (std::uint64_t i = 1; i <= 3; ++i) {
    Row row;
    row.detail = "says \"no\", twice\nor so";
    journal.append(row);
    const auto rows = read_journal(folder / "sub" / "run.csv").rows;
    ASSERT_EQ(rows.size(), i);
    EXPECT_EQ(rows.back().row, i);
    EXPECT_EQ(rows.back().run, "run");
    EXPECT_EQ(rows.back().detail, row.detail);
  }
}

TEST(Journal, AmendingKeepsTheOtherRowsAndContinues) {
  TemporaryFolder folder;
  Journal journal = Journal::create(folder / "run.csv");
  for (int i = 0; i < 3; ++i) {
    Row row;
    row.variant = std::to_string(i);
    row.detail = "says \"no\", twice\nor so";
    journal.append(row);
  }
  Row second = journal.read_rows()[1];
  second.tie = "best";
  journal.amend({second});
  Row fourth;
  journal.append(fourth);
  const auto rows = read_journal(folder / "run.csv").rows;
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_EQ(rows[0].tie, "");
  EXPECT_EQ(rows[1].tie, "best");
  EXPECT_EQ(rows[1].variant, "1");
  EXPECT_EQ(rows[2].detail, "says \"no\", twice\nor so");
  EXPECT_EQ(rows[3].row, 4u);
}

TEST(Journal, GoesOnBesideWhereItIsRemovedOrReplaced) {
  for (const bool replaced : {false, true}) {
    TemporaryFolder folder;
    Journal journal = Journal::create(folder / "run.csv");
    Row row;
    for (int i = 0; i < 3; ++i) journal.append(row);
    write_context(folder / "run.csv", RunContext{});
    write_text(folder / "run-2.json", "somebody else's");
    std::filesystem::remove(folder / "run.csv");
    if (replaced) replace_file(folder / "run.csv", "another's");
    testing::internal::CaptureStderr();
    journal.append(row);
    journal.append(row);
    EXPECT_EQ(testing::internal::GetCapturedStderr(),
              "modlab: " + (folder / "run.csv").string() +
                  ": was removed, replaced or cut while it was written; the run goes on in " +
                  (folder / "run-3.csv").string() + "\n");
    EXPECT_EQ(journal.path(), folder / "run-3.csv");
    EXPECT_EQ(read_journal(folder / "run-3.csv").rows.size(), 5u);
    EXPECT_NO_THROW(read_context(folder / "run-3.csv"));
    EXPECT_EQ(read_file(folder / "run-2.json"), "somebody else's");
    EXPECT_TRUE(!replaced || read_file(folder / "run.csv") == "another's");
    EXPECT_FALSE(FileLock::try_take(folder / "run-3.csv"));
  }
}

TEST(Journal, GoesOnBesideWithWhatACutHasLeftAndWhatIsWrittenAgain) {
  TemporaryFolder folder;
  Journal journal = Journal::create(folder / "run.csv");
  std::vector<Row> rows(4);
  for (Row& row : rows) journal.append(row);
  std::filesystem::resize_file(folder / "run.csv", (journal_header() + "\n" + to_csv(rows[0]) + "\nrun,2").size());
  testing::internal::CaptureStderr();
  Row fifth;
  journal.append(fifth);
  EXPECT_THAT(testing::internal::GetCapturedStderr(), testing::EndsWith("run-2.csv, without 3 rows that are lost\n"));
  EXPECT_EQ(journal.lost(), 3u);
  rows[2].tie = "best";
  journal.amend({rows[2]});
  EXPECT_EQ(journal.lost(), 2u);
  std::vector<std::uint64_t> numbers;
  for (const Row& row : read_journal(folder / "run-2.csv").rows) numbers.push_back(row.row);
  EXPECT_EQ(numbers, (std::vector<std::uint64_t>{1, 3, 5}));
}

TEST(Journal, ResumesAfterTheLastWholeRow) {
  TemporaryFolder folder;
  Row row = full_row();
  row.row = 1;
  write_text(folder / "run.csv", journal_header() + "\n" + to_csv(row) + "\n" + "run,2,2026");
  Journal journal = Journal::resume(folder / "run.csv");
  EXPECT_EQ(journal.size(), 1u);
  Row next;
  next.variant = "next";
  journal.append(next);
  const JournalText text = read_journal(folder / "run.csv");
  EXPECT_EQ(text.damaged_bytes, 0u);
  ASSERT_EQ(text.rows.size(), 2u);
  EXPECT_EQ(to_csv(text.rows[0]), to_csv(row));
  EXPECT_EQ(text.rows[1].variant, "next");
  EXPECT_EQ(text.rows[1].row, 2u);
}

TEST(Journal, ResumesAfterTheLastWholeRowWhateverAPowerCutLeftBehindIt) {
  TemporaryFolder folder;
  const std::string whole = journal_header() + "\n" + to_csv(full_row()) + "\n";
  for (const std::string& end : {std::string(8, '\0'), "run,2,2026" + std::string(4000, '\0'), std::string("x,y,\"z"),
                                 to_csv(full_row()) + ",and a field\n", std::string("\x7f\x45\x4c\x46\n\"\n\n\0", 9)}) {
    write_text(folder / "run.csv", whole + end);
    EXPECT_EQ(read_journal(folder / "run.csv").damaged_bytes, end.size()) << end;
    Journal journal = Journal::resume(folder / "run.csv");
    EXPECT_EQ(journal.removed_bytes(), end.size()) << end;
    EXPECT_EQ(read_file(folder / "run.csv"), whole) << end;
  }
}

TEST(Journal, ResumesARunThatHadOnlyPartOfItsHeader) {
  TemporaryFolder folder;
  for (const std::string& text :
       {std::string("run,row,ut"), "run,row,ut" + std::string(500, '\0'), std::string(500, '\0'), std::string()}) {
    write_text(folder / "run.csv", text);
    EXPECT_TRUE(Journal::resume(folder / "run.csv").read_rows().empty());
    EXPECT_EQ(read_file(folder / "run.csv"), journal_header() + "\n");
  }
}

TEST(Journal, IsWrittenByOneProcessAtATime) {
  TemporaryFolder folder;
  {
    const Journal writer = Journal::create(folder / "run.csv");
    EXPECT_THROW(Journal::resume(folder / "run.csv"), Error);
  }
  EXPECT_NO_THROW(Journal::resume(folder / "run.csv"));
}

TEST(Journal, IsLockedBeforeItIsLookedFor) {
  TemporaryFolder folder;
  const auto refusal = [&]() -> std::string {
    try {
      Journal::create(folder / "run.csv");
      return "created";
    } catch (const Error& error) {
      return error.what();
    }
  };
  std::optional<FileLock> lock = FileLock::try_take(folder / "run.csv");
  EXPECT_THAT(refusal(), testing::EndsWith("another process is writing it"));
  write_text(folder / "run.csv", "as the other process does");
  EXPECT_THAT(refusal(), testing::EndsWith("another process is writing it"));
  lock.reset();
  EXPECT_THAT(refusal(), testing::HasSubstr("is there already"));
  EXPECT_FALSE(std::filesystem::exists(folder / "run.csv.lock"));
}

TEST(Journal, OneWithoutRowsAndContextIsNotResumedBesideSamples) {
  const TemporaryFolder folder;
  for (const std::string& journal : {std::string(), journal_header() + "\n"})
    for (const char* samples : {"row,phase,index,ns\n1,screen,0,5\n", "mine"}) {
      write_text(folder / "run.csv", journal);
      write_text(folder / "run.samples.csv", samples);
      EXPECT_THROW(Journal::resume(folder / "run.csv"), Error);
      EXPECT_EQ(read_file(folder / "run.csv"), journal);
      EXPECT_EQ(read_file(folder / "run.samples.csv"), samples);
    }
  SamplesFile(folder / "run.csv");  // all that a run has beside it that is stopped before it writes its context
  EXPECT_NO_THROW(Journal::resume(folder / "run.csv"));
}

TEST(Journal, AContextIsNotResumedAsOne) {
  const TemporaryFolder folder;
  write_text(folder / "run.json", "");
  EXPECT_THROW(Journal::resume(folder / "run.json"), Error);
  EXPECT_EQ(read_file(folder / "run.json"), "");
}

TEST(Journal, GetsAnUnusedNameWhoeverElseAsksForOne) {
  TemporaryFolder folder;
  constexpr int kRuns = 8;
  std::filesystem::create_symlink("nowhere", folder / "run-3.csv");
  std::vector<std::jthread> runs;
  for (int i = 0; i < kRuns; ++i)
    runs.emplace_back([&] {
      Journal journal = Journal::create_unused(folder / "run.csv");
      Row row;
      journal.append(row);
      EXPECT_EQ(row.run, journal.path().stem());
    });
  runs.clear();
  for (const int number : {2, 4, 5, 6, 7, 8, 9})
    EXPECT_EQ(read_journal(folder / ("run-" + std::to_string(number) + ".csv")).rows.size(), 1u);
  EXPECT_EQ(read_journal(folder / "run.csv").rows.size(), 1u);
  EXPECT_EQ(unused_name(folder / "run.csv"), folder / "run-10.csv");
  EXPECT_EQ(unused_name(folder / "other.csv"), folder / "other.csv");
}

TEST(Journal, IsARegularFileOrALinkToOne) {
  TemporaryFolder folder;
  ASSERT_EQ(mkfifo((folder / "pipe.csv").c_str(), 0600), 0);
  std::filesystem::create_directories(folder / "folder.csv");
  std::filesystem::create_symlink("pipe.csv", folder / "to-pipe.csv");
  for (const char* name : {"pipe.csv", "folder.csv", "to-pipe.csv"}) {
    EXPECT_THROW(Journal::create(folder / name), Error) << name;
    EXPECT_THROW(Journal::resume(folder / name), Error) << name;
    EXPECT_FALSE(std::filesystem::exists(folder / (std::string(name) + ".lock")));
  }
  EXPECT_TRUE(std::filesystem::is_fifo(folder / "pipe.csv"));

  std::filesystem::create_symlink("run.csv", folder / "link.csv");
  Row row;
  {
    Journal journal = Journal::create(folder / "link.csv");
    journal.append(row);
    journal.amend({row});
    EXPECT_FALSE(FileLock::try_take(folder / "run.csv")) << "both names are of one journal";
  }
  Journal::resume(folder / "link.csv").append(row);
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link.csv"));
  EXPECT_EQ(read_journal(folder / "run.csv").rows.size(), 2u);
}

TEST(Journal, IsNotItsOwnContext) {
  TemporaryFolder folder;
  EXPECT_THROW(Journal::create(folder / "run.json"), Error);
  EXPECT_FALSE(std::filesystem::exists(folder / "run.json"));
}

TEST(Journal, DoesNotResumeWhatIsNoJournal) {
  TemporaryFolder folder;
  write_text(folder / "run.csv", "mine\n");
  EXPECT_THROW(Journal::resume(folder / "run.csv"), Error);
  EXPECT_EQ(read_file(folder / "run.csv"), "mine\n");
}

TEST(Journal, IsNeitherAFolderNorAPipe) {
  TemporaryFolder folder;
  const std::filesystem::path pipe = folder / "pipe.csv";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const auto refusal = [](Journal (*open)(const std::filesystem::path&), const std::filesystem::path& path) {
    try {
      open(path);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string("opened");
  };
  for (const auto open : {Journal::create, Journal::resume}) {
    EXPECT_THAT(refusal(open, folder / "."), testing::HasSubstr("is a folder"));
    EXPECT_THAT(refusal(open, pipe), testing::HasSubstr("is a device or a pipe"));
  }
  EXPECT_TRUE(std::filesystem::is_fifo(pipe));
}

TEST(Journal, APipeAmongItsFilesIsNotWaitedFor) {
  const TemporaryFolder folder;
  const std::filesystem::path journal = folder / "run.csv";
  for (const auto& path : {context_path(journal), samples_path(journal), notes_path(journal), folder / "tuned.json"})
    ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  EXPECT_THROW(read_context(journal), Error);
  EXPECT_THROW(read_samples(journal), Error);
  EXPECT_THROW(read_tuned(folder / "tuned.json"), Error);
  EXPECT_THROW(read_notes(journal), Error);
}

TEST(Journal, DoesNotOverwriteAnotherRun) {
  TemporaryFolder folder;
  write_text(folder / "run.csv", "mine");
  EXPECT_THROW(Journal::create(folder / "run.csv"), Error);
  EXPECT_EQ(read_file(folder / "run.csv"), "mine");
}

TEST(Journal, NeitherOverwritesWhatIsBesideIt) {
  TemporaryFolder folder;
  for (const char* name : {"run.json", "run.samples.csv"}) {
    write_text(folder / name, "mine");
    EXPECT_THROW(Journal::create(folder / "run.csv"), Error) << name;
    EXPECT_FALSE(std::filesystem::exists(folder / "run.csv")) << name;
    EXPECT_EQ(Journal::create_unused(folder / "run.csv").path(), folder / "run-2.csv") << name;
    EXPECT_EQ(read_file(folder / name), "mine");
    for (const char* written : {name, "run-2.csv"}) std::filesystem::remove(folder / written);
  }
  std::filesystem::create_symlink("nothing.json", folder / "new.json");
  EXPECT_THROW(Journal::create(folder / "new.csv"), Error);
  EXPECT_THROW(check_unused(folder / "new.csv"), Error);
  std::filesystem::create_symlink("link.json", folder / "link.csv");
  for (const char* its_own : {"run.json", "link.csv", "run.samples.csv"})
    EXPECT_THROW(Journal::create(folder / its_own), Error) << its_own;
  EXPECT_FALSE(std::filesystem::exists(folder / "link.json"));
}

TEST(Journal, SaysSoWhereItCannotWrite) {
  TemporaryFolder folder;
  write_text(folder / "file", "");
  EXPECT_THROW(Journal::create(folder / "file" / "run.csv"), Error);
}

TEST(ReadJournal, LeavesOutATornLastLine) {
  TemporaryFolder folder;
  write_text(folder / "run.csv", journal_header() + "\n" + to_csv(full_row()) + "\n" + "run,2,2026");
  const JournalText journal = read_journal(folder / "run.csv");
  EXPECT_EQ(journal.damaged_bytes, std::string("run,2,2026").size());
  EXPECT_EQ(journal.rows.size(), 1u);
}

TEST(ReadJournal, TakesFurtherColumnsAndAnyOrder) {
  TemporaryFolder folder;
  write_text(folder / "run.csv", "new," + journal_header() + "\nx," + to_csv(full_row()) + "\n");
  EXPECT_EQ(to_csv(read_journal(folder / "run.csv").rows.at(0)), to_csv(full_row()));
}

TEST(ReadJournal, TakesJournalsFromBeforeTheLastColumns) {
  TemporaryFolder folder;
  // As the first version had it, up to shader_hash.
  const auto added = std::ranges::count_if(
      journal_columns(), [](int since) { return since > 1; }, &Column::since);
  const auto at_first = [&](std::string line) {
    for (auto i = added; i > 0; --i) line.resize(line.rfind(','));
    return line + "\n";
  };
  EXPECT_TRUE(at_first(journal_header()).ends_with("compile_ms,shader_hash\n"));
  write_text(folder / "run.csv", at_first(journal_header()) + at_first(to_csv(full_row())));
  const Row row = read_journal(folder / "run.csv").rows.at(0);
  EXPECT_EQ(row.shader_hash, full_row().shader_hash);
  EXPECT_EQ(row.seed, std::nullopt);
  EXPECT_EQ(row.adapter, "");
  EXPECT_EQ(row.choice("access"), full_row().choice("access"));
  EXPECT_EQ(row.choice("wave_lanes"), "");
}

TEST(ReadJournal, NamesWhatIsWrongWithABrokenFile) {
  TemporaryFolder folder;
  const auto refusal = [&](const std::string& text) -> std::string {
    write_text(folder / "bad.csv", text);
    try {
      read_journal(folder / "bad.csv");
      return "accepted";
    } catch (const Error& error) {
      return std::string(error.what()).substr((folder / "bad.csv").string().size());
    }
  };
  EXPECT_EQ(refusal(""), ": not a modlab journal: it has no header");
  EXPECT_EQ(refusal("some,csv\n1,2\n"), ": not a modlab journal: it has no column 'run'");
  const std::string whole = to_csv(full_row()) + "\n";
  EXPECT_EQ(refusal(journal_header() + "\n1,2\n" + whole), ": line 2: 2 fields where the header has 57");
  Row row = full_row();
  row.shape = "x";
  std::string line = to_csv(row);
  line.replace(line.find("123"), 3, "many");
  EXPECT_EQ(refusal(journal_header() + "\n" + whole + line + "\n" + whole),
            ": line 3: 'many' does not fit column 'mismatches'");
  EXPECT_EQ(refusal(journal_header() + "\n" + std::string(512, '\0') + "\n" + whole), ": line 2: not CSV");
  EXPECT_EQ(refusal(std::string("\x7f\x45\x4c\x46\0\0", 6)), ": not a modlab journal: line 1: not CSV");
}

TEST(ReadJournal, OnlyADetailHasLines) {
  TemporaryFolder folder;
  Row row = full_row();
  row.variant = "raw\nforged";
  row.detail = "line 1\nline 2";
  write_text(folder / "run.csv", journal_header() + "\n" + to_csv(row) + "\n");
  const Row read = read_journal(folder / "run.csv").rows.at(0);
  EXPECT_EQ(read.variant,
            "raw\\x0a"
            "forged");
  EXPECT_EQ(read.detail, row.detail);
}

TEST(ReadJournal, RefusesRowsThatAreThereTwice) {
  TemporaryFolder folder;
  Row row = full_row();
  row.row = 1;
  const std::string once = journal_header() + "\n" + to_csv(row) + "\n";
  for (const std::string& variant : {row.variant, std::string("other")}) {
    Row twin = row;
    twin.variant = variant;
    const std::string text = once + to_csv(twin) + "\n";
    write_text(folder / "run.csv", text);
    for (const bool resumes : {false, true}) try {
        resumes ? static_cast<void>(Journal::resume(folder / "run.csv"))
                : static_cast<void>(read_journal(folder / "run.csv"));
        ADD_FAILURE() << "read";
      } catch (const Error& error) {
        EXPECT_THAT(error.what(), testing::HasSubstr("run.csv: row 1 is there twice, as " + row.variant + " of "));
        EXPECT_THAT(error.what(), testing::HasSubstr(" and " + variant + " of "));
      }
    EXPECT_EQ(read_file(folder / "run.csv"), text);
  }
}

TEST(ReadJournal, RefusesTimesThatNoKernelTakes) {
  const auto with = [](const std::string& median_ns, const std::string& mad_ns) {
    Row row = full_row();
    row.row = 1;
    row.median_ns = 7171717;
    row.mad_ns = 8181818;
    std::string line = to_csv(row);
    line.replace(line.find("7171717"), 7, median_ns);
    line.replace(line.find("8181818"), 7, mad_ns);
    return journal_header() + "\n" + line + "\n" + to_csv(full_row()) + "\n";
  };
  EXPECT_EQ(parse_journal(with("1", "0"), "run.csv").rows.size(), 2u);
  for (const char* median_ns : {"-5", "0", "inf", "-inf", "nan"})
    EXPECT_THROW(parse_journal(with(median_ns, "0"), "run.csv"), Error) << median_ns;
  for (const char* mad_ns : {"-5", "nan"}) EXPECT_THROW(parse_journal(with("1", mad_ns), "run.csv"), Error) << mad_ns;
  for (const char* name : {"ci_low_ns", "ci_high_ns", "per_pilot", "per_pilot_low", "per_pilot_high"}) {
    const auto column = std::ranges::find(journal_columns(), name, &Column::name);
    Row row;
    EXPECT_TRUE(column->parse(row, "1"));
    for (const char* text : {"-5", "0", "inf", "nan"}) EXPECT_FALSE(column->parse(row, text)) << name << ' ' << text;
  }
  EXPECT_THROW(parse_samples("row,phase,index,ns\n1,screen,0,-1\n1,screen,1,2\n", "run.samples.csv"), Error);
  EXPECT_THROW(parse_samples("row,phase,index,ns\n1,screen,0,nan\n1,screen,1,2\n", "run.samples.csv"), Error);
}

TEST(ReadJournal, PassesOverAByteOrderMark) {
  TemporaryFolder folder;
  const std::string journal = journal_header() + "\n" + to_csv(full_row()) + "\n";
  write_text(folder / "run.csv", "\xef\xbb\xbf" + journal);
  write_text(folder / "run.samples.csv", "\xef\xbb\xbfrow,phase,index,ns\n1,screen,0,1.5\n");
  write_text(folder / "run.json", "\xef\xbb\xbf" + context_text(RunContext{}));
  EXPECT_EQ(read_samples(folder / "run.csv").size(), 1u);
  EXPECT_NO_THROW(read_context(folder / "run.csv"));
  const JournalMark mark = read_journal(folder / "run.csv").mark;
  Row next = full_row();
  ++next.row;
  std::ofstream(folder / "run.csv", std::ios::app) << to_csv(next) << "\n";
  EXPECT_EQ(read_appended(folder / "run.csv", mark)->rows.size(), 1u);
  EXPECT_EQ(Journal::resume(folder / "run.csv").read_rows().size(), 2u);
  EXPECT_TRUE(read_file(folder / "run.csv").starts_with("run,")) << "what is written anew has none";
}

TEST(ReadAppended, GivesOnlyTheRowsSinceThen) {
  TemporaryFolder folder;
  Journal journal = Journal::create(folder / "run.csv");
  Row row = full_row();
  row.detail = "two\nlines, \"quoted\"";
  journal.append(row);
  const JournalText first = read_journal(folder / "run.csv");
  EXPECT_TRUE(read_appended(folder / "run.csv", first.mark)->rows.empty());
  journal.append(row);
  std::ofstream(folder / "run.csv", std::ios::app) << "run,3,torn";
  const auto second = read_appended(folder / "run.csv", first.mark);
  ASSERT_TRUE(second);
  ASSERT_EQ(second->rows.size(), 1u);
  EXPECT_EQ(to_csv(second->rows[0]), to_csv(journal.read_rows()[1]));
  EXPECT_EQ(second->damaged_bytes, std::string("run,3,torn").size());
  EXPECT_EQ(second->mark.bytes, read_journal(folder / "run.csv").mark.bytes);
}

TEST(ReadAppended, GivesNothingWhereWhatWasReadHasChanged) {
  TemporaryFolder folder;
  Journal journal = Journal::create(folder / "run.csv");
  Row row = full_row();
  journal.append(row);
  const JournalMark mark = read_journal(folder / "run.csv").mark;
  row.tie = "201";  // as long as before
  journal.amend({row});
  EXPECT_FALSE(read_appended(folder / "run.csv", mark));
  const JournalMark amended = read_journal(folder / "run.csv").mark;
  write_text(folder / "run.csv", journal_header() + "\n");
  EXPECT_FALSE(read_appended(folder / "run.csv", amended)) << "cut";
}

TEST(ReadAppended, LeavesABrokenRowToReadingTheWholeFile) {
  TemporaryFolder folder;
  write_text(folder / "run.csv", journal_header() + "\n");
  const JournalMark mark = read_journal(folder / "run.csv").mark;
  std::ofstream(folder / "run.csv", std::ios::app) << "only,three,fields\n" << to_csv(full_row()) << "\n";
  EXPECT_FALSE(read_appended(folder / "run.csv", mark));
}

TEST(Samples, ReadBackWithTheirRowAndPhase) {
  TemporaryFolder folder;
  SamplesFile samples(folder / "run.csv");
  samples.append(std::vector<Sample>{{.row = 1, .phase = "screen", .index = 0, .ns = 1.5},
                                     {.row = 1, .phase = "screen", .index = 1, .ns = 2.5, .drifted = true}});
  samples.append(std::vector<Sample>{{.row = 2, .phase = "confirm", .index = 0, .ns = 3.25, .outlier = true}});
  const auto read = read_samples(folder / "run.csv");
  ASSERT_EQ(read.size(), 3u);
  EXPECT_EQ(read[1].row, 1u);
  EXPECT_EQ(read[1].phase, "screen");
  EXPECT_EQ(read[1].index, 1u);
  EXPECT_EQ(read[1].ns, 2.5);
  EXPECT_TRUE(read[1].drifted && !read[1].outlier);
  EXPECT_EQ(read[2].phase, "confirm");
  EXPECT_TRUE(!read[2].drifted && read[2].outlier);
  EXPECT_TRUE(read_samples(folder / "other.csv").empty());
}

TEST(Samples, AreReadAndResumedUpToTheLastWholeOne) {
  TemporaryFolder folder;
  const std::string whole = "row,phase,index,ns,drifted,outlier,block\n1,screen,0,1.5,0,0,0\n1,screen,1,2.5,0,0,1\n";
  for (const std::string& end : {std::string("1,screen,2,3"), std::string(4096, '\0'), std::string("x,y,\"z"),
                                 std::string("1,screen,2,many,0,0,2\n"), std::string("not,a,sample\n\n")}) {
    write_text(folder / "run.samples.csv", whole + end);
    EXPECT_EQ(read_samples(folder / "run.csv").size(), 2u) << end;
    SamplesFile::resume(folder / "run.csv", [](const Sample&) { return true; });
    EXPECT_EQ(read_file(folder / "run.samples.csv"), whole) << end;
  }
  write_text(folder / "run.samples.csv", std::string(4096, '\0'));
  EXPECT_TRUE(read_samples(folder / "run.csv").empty());
}

TEST(Samples, DamageBeforeAWholeOneIsAnErrorThatNamesTheLine) {
  TemporaryFolder folder;
  write_text(folder / "run.samples.csv", "row,phase,index,ns\n7,screen,0,1.5\n7,screen\n7,screen,2,1.5\n");
  try {
    read_samples(folder / "run.csv");
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), testing::EndsWith("run.samples.csv: not the samples of a run: line 3: not seven fields"));
  }
}

TEST(Samples, FilesFromBeforeTheMarksAreRead) {
  TemporaryFolder folder;
  write_text(folder / "run.samples.csv", "row,phase,index,ns\n7,screen,0,1.5\n");
  const auto read = read_samples(folder / "run.csv");
  ASSERT_EQ(read.size(), 1u);
  EXPECT_EQ(read[0].ns, 1.5);
  EXPECT_FALSE(read[0].drifted || read[0].outlier);
}

TEST(Samples, ReadBackWhateverTheirPhase) {
  const std::string line = line_of({.row = 1, .phase = "a, \"b\"\nc", .index = 2, .ns = 3});
  const auto read = parse_samples("row,phase,index,ns,drifted,outlier,block\n" + line, "run.samples.csv");
  ASSERT_EQ(read.size(), 1u);
  EXPECT_EQ(read[0].phase, "a, \"b\"\nc");
}

TEST(Samples, OfRowZeroAreAnError) {
  EXPECT_THROW(parse_samples("row,phase,index,ns\n0,screen,0,1.5\n1,screen,0,1.5\n", "run.samples.csv"), Error);
}

}  // namespace
}  // namespace modlab::store
