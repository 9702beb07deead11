#include "harness/system/shell_line.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "tests/support/process.h"
#include "tests/support/run_files.h"
#include "tests/support/temporary_folder.h"

namespace modlab {
namespace {

using Words = std::vector<std::string>;

std::string line_of(const Words& words, Shell shell) { return shell_line(words, shell).value_or("none"); }

TEST(ShellLine, IsTheSameForEveryShellWhereAWordIsPlainOrHasBlanks) {
  const Words words{
      "modlab", "tune", "--where", "threads=64,128", "--out", "my runs/it's a.csv", "--adapter=-a & b;(c)", "a,", ",x"};
  for (const Shell shell : {Shell::any, Shell::posix, Shell::windows})
    EXPECT_EQ(
        line_of(words, shell),
        "modlab tune --where \"threads=64,128\" --out \"my runs/it's a.csv\" \"--adapter=-a & b;(c)\" \"a,\" \",x\"")
        << "a comma makes a list in PowerShell";
}

/// Words that break out of quotes that do not protect them.
const Words kNasty{"$(touch ran)",
                   "`touch ran`",
                   "a\" ; touch ran; \"",
                   "a'; touch ran; '",
                   "!!",
                   "\"!x\"",
                   "%PATH%",
                   "^&|<>",
                   "\\",
                   "a b\\",
                   "a\\'b",
                   "\\\\a b",
                   "*",
                   "~",
                   "=ls",
                   "#",
                   "-rf",
                   "",
                   "{a,b}",
                   "a\\$b",
                   "\u201cx\u201d",
                   "\u2018; x \u2019",
                   "GPU \u00b5\u4e2d",
                   "--%",
                   "@(1)"};

TEST(ShellLine, PosixShellsMakeTheSameWordsOfIt) {
  const TemporaryFolder folder;
  std::string expected;
  for (const std::string& word : kNasty) expected += word + "\n";
  write_text(folder / "line", "printf '%s\\n' " + line_of(kNasty, Shell::posix) + "\n");
  for (const std::string shell : {"sh", "dash", "bash", "bash --norc --noprofile -i", "zsh -f", "fish"}) {
    const std::string program = shell.substr(0, shell.find(' '));
    if (std::system(("command -v " + program + " >/dev/null").c_str()) != 0) continue;
    const ProcessResult result = run_process(
        {"/bin/sh", "-c", "cd '" + (folder / "").string() + "' && " + shell + " < line"}, {"HOME=/nowhere"});
    EXPECT_EQ(result.out, expected) << shell;
    EXPECT_FALSE(std::filesystem::exists(folder / "ran")) << shell;
  }
}

TEST(ShellLine, ForWindowsHoldsOnlyWhatPowerShellAndCmdReadAlike) {
  for (const char* const word :
       {"a \"b\"", "$x", "`x", "%PATH%", "a!b", "*.csv", "a?", "\u201cx", "x\u201d", "\u201ex", "a b\\", ""})
    EXPECT_EQ(line_of({word}, Shell::windows), "none") << word;
  EXPECT_EQ(
      line_of({"a'b", "\u2018; x", "a^b", "a&b|c", "C:\\my runs\\a.csv", "\\\\host\\my runs\\a.csv"}, Shell::windows),
      "\"a'b\" \"\u2018; x\" \"a^b\" \"a&b|c\" \"C:\\my runs\\a.csv\" \"\\\\host\\my runs\\a.csv\"");
  EXPECT_EQ(line_of({"C:\\my runs\\a.csv"}, Shell::any), "\"C:\\my runs\\a.csv\"");
  EXPECT_EQ(line_of({"\\\\host\\a.csv"}, Shell::any), "none") << "POSIX shells read one backslash for two";
}

TEST(ShellLine, DoesNotHoldWhatATerminalObeysOrHides) {
  for (const std::string& word :
       {std::string("a\nb"), std::string("a\0b", 3), std::string("\x1b[201~"), std::string("\x7f"), std::string("\r"),
        std::string("\u009b31m"), std::string("\u202eexe.a"), std::string("\u2066x"), std::string("\u2028")})
    for (const Shell shell : {Shell::any, Shell::posix, Shell::windows}) EXPECT_EQ(line_of({"a", word}, shell), "none");
}

}  // namespace
}  // namespace modlab
