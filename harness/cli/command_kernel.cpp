#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <filesystem>
#include <memory>

#include "harness/cli/commands.h"
#include "harness/cli/kernel_template.h"
#include "harness/cli/kernel_try.h"
#include "harness/session/choices.h"
#include "harness/session/documents.h"
#include "harness/system/console.h"
#include "harness/system/file.h"
#include "harness/system/path.h"
#include "harness/system/shell_line.h"
#include "kernels/error.h"
#include "kernels/kernel_file.h"

namespace modlab::cli {
namespace {

struct KernelCall {
  std::string file;
  std::string op = "floor";
  std::string type = "f32";
};

int write_template(const KernelCall& options) {
  const std::filesystem::path path = path_of(options.file);
  if (path.extension() != ".hlsl") throw Error(fmt::format("{}: a kernel's file ends in .hlsl", options.file));
  if (std::filesystem::exists(path)) throw Error(fmt::format("{}: is there already; name another file", options.file));
  const std::string text = kernel_template(value_in(kRoundingNames, options.op).value(),
                                           value_in(kDataTypeNames, options.type).value(), options.file);
  static_cast<void>(parse_kernel(path.filename().string(), {{path.filename().string(), text}}, ""));  // its name is one
  replace_file(path, text);
  print("{}: a kernel to change; try\n", options.file);
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"modlab", "kernel", "try", options.file, "--watch"},
        std::vector<std::string>{"modlab", "tune", "--kernel", options.file}})
    if (const auto line = shell_line(words)) print("    {}\n", *line);
  return 0;
}

}  // namespace

Action add_kernel_command(CLI::App& program) {
  CLI::App& command = *program.add_subcommand(
      "kernel", fmt::format("Begin a kernel of your own, and try it ({})", document("docs/own-kernels.md")));
  command.require_subcommand(1);
  CLI::App& begin = *command.add_subcommand("new", "Write a kernel that works, to be changed");
  auto options = std::make_shared<KernelCall>();
  begin.add_option("file", options->file, "The file to write, such as mine.hlsl")->required();
  choose_from(begin.add_option("--op", options->op, "The operator (default: floor)"), names_in(kRoundingNames));
  choose_from(begin.add_option("--dtype", options->type, "The data type (default: f32)"), names_in(kDataTypeNames));
  const Action try_kernel = add_kernel_try_command(command);
  return [options, &begin, try_kernel](const auto& words) {
    return begin.parsed() ? write_template(*options) : try_kernel(words);
  };
}

}  // namespace modlab::cli
