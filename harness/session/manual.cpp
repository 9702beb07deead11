#include "harness/session/manual.h"
#include "harness/system/console.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cctype>
#include <cstdio>
#include <string_view>

namespace modlab::session {
namespace {

constexpr std::string_view kAfterwards = R"(.SH EXIT STATUS
.TP
.B 0
Success.
.TP
.B 1
A fault was found, such as a wrong kernel or with \-\-gate a slower one, or a file or stdout could not be
written.
.TP
.B 2
The call or its input is wrong.
.TP
.B 130, 143
Interrupted by SIGINT, SIGTERM.
.SH ENVIRONMENT
.TP
.B MODLAB_RESULTS_DIR
Where runs are kept (default: results/runs below the current directory, or where that cannot be written, modlab/runs in
the user's own data, such as ~/.local/share).
.TP
.B MODLAB_CACHE_DIR
Where compiled kernels are kept (default: modlab in the user's own cache).
.TP
.B MODLAB_DXC
The DXC to use: its library, or the program dxc.
.SH FILES
Pages named docs/... are in share/doc/modlab of the installation.
.SH SEE ALSO
.BR modlab (1),
.BR modlab\-bench (1),
.BR modlab\-gui (1)
)";

/// As roff reads it back: hyphens that can be copied, and nothing taken for an escape or a request.
std::string escaped(std::string_view text) {
  std::string result;
  bool line_begins = true;
  for (const char c : text) {
    if (line_begins && (c == '.' || c == '\'')) result += "\\&";
    if (c == '\\')
      result += "\\e";
    else if (c == '-')
      result += "\\-";
    else
      result += c;
    line_begins = c == '\n';
  }
  return result;
}

std::string upper(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

/// "--op TEXT ...", "--json", "[workload...]": as the help shows it, without what its validators add.
std::string signature_of(const CLI::Option& option) {
  if (option.get_positional()) return option.get_name();
  std::string name = option.get_name(false, true);
  if (option.get_items_expected_max() > 0) {
    const std::string type = option.get_type_name();
    name += " " + type.substr(0, type.find(':'));
    if (option.get_expected_max() > 1) name += " ...";
  }
  return name;
}

/// Without those that are hidden and, below the program itself, --help.
std::string options_of(const CLI::App& command) {
  std::string text;
  for (const CLI::Option* option : command.get_options()) {
    const bool is_known = command.get_parent() != nullptr && option == command.get_help_ptr();
    if (option->get_group().empty() || is_known) continue;
    text += fmt::format(".TP\n.B {}\n{}\n", escaped(signature_of(*option)), escaped(option->get_description()));
  }
  return text;
}

/// A section for each command, and for each command below it.
std::string commands_of(const CLI::App& program, const std::string& before) {
  std::string text;
  for (const CLI::App* command : program.get_subcommands({})) {
    if (command->get_group().empty()) continue;
    const std::string name = before + command->get_name();
    text += fmt::format(".SS {}\n{}.\n{}", escaped(name), escaped(command->get_description()), options_of(*command));
    text += commands_of(*command, name + " ");
  }
  return text;
}

}  // namespace

std::string manual_page(const CLI::App& program) {
  const std::string name = program.get_name();
  std::string description = program.get_description();
  if (description.ends_with('.')) description.pop_back();  // it becomes the line that whatis and apropos show
  const bool has_commands = !program.get_subcommands({}).empty();
  std::string text =
      fmt::format(".TH {} 1 \"\" \"modlab {}\" \"User Commands\"\n", escaped(upper(name)), MODLAB_VERSION);
  text += fmt::format(".SH NAME\n{} \\- {}\n", escaped(name), escaped(description));
  text += fmt::format(".SH SYNOPSIS\n.B {}\n{}[OPTIONS]\n", escaped(name), has_commands ? "COMMAND " : "");
  text += fmt::format(".SH OPTIONS\n{}", options_of(program));
  if (has_commands) text += fmt::format(".SH COMMANDS\n{}", commands_of(program, ""));
  if (!program.get_footer().empty()) text += fmt::format(".SH NOTES\n.nf\n{}\n.fi\n", escaped(program.get_footer()));
  return text.append(kAfterwards);
}

void add_manual_flag(CLI::App& program) {
  program
      .add_flag_callback("--manual",
                         [&program] {
                           print_text(manual_page(program));
                           throw CLI::Success();
                         })
      ->group("");
}

}  // namespace modlab::session
