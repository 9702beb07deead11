#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string_view>

#include "harness/cli/commands.h"
#include "harness/session/choices.h"
#include "harness/session/documents.h"
#include "harness/system/console.h"
#include "harness/system/file.h"
#include "harness/system/path.h"
#include "harness/system/shell_line.h"
#include "kernels/error.h"
#include "kernels/files/kernel_file.h"
#include "kernels/modulus/axis.h"
#include "kernels/shader_sources.h"

namespace modlab::cli {
namespace {

struct KernelCall {
  std::string file;
  std::string op = "floor";
  std::string type = "f32";
};

bool is_float(DataType type) { return type == DataType::f32 || type == DataType::f16; }

/// The fastest exact one that asks nothing of a device (docs/kernels.md).
modulus::Algorithm fast_algorithm(DataType type) {
  if (is_float(type)) return modulus::Algorithm::split;
  return bytes_of(type) == 4 ? modulus::Algorithm::refine : modulus::Algorithm::bias;
}

std::string define_of(modulus::Algorithm algorithm) {
  return modulus::word_define("ALGORITHM", modulus::name_of(algorithm)).value;
}

/// The other exact ones that a file can choose.
std::string others_for(DataType type) {
  std::string anywhere;
  std::string fused;
  for (const modulus::AlgorithmInfo& info : modulus::modulus_algorithms()) {
    const bool serves = std::ranges::find(info.types, type) != info.types.end();
    if (!serves || info.accuracy != Accuracy::exact || info.algorithm == fast_algorithm(type) ||
        modulus::takes_constants(info.algorithm))
      continue;
    std::string& names = modulus::needs_fused_mad(info.algorithm) ? fused : anywhere;
    names += (names.empty() ? "" : ", ") + define_of(info.algorithm);
  }
  return fused.empty() ? anywhere : anywhere + "; where `modlab devices` says that mad is fused, " + fused;
}

std::string_view elements_of(DataType type) {
  switch (bytes_of(type)) {
    case 1: return "A word holds four elements, the first in its lowest byte: `x >> 8 * i & 0xff` for i from 0 to 3.";
    case 2: return "A word holds two elements, the first in its lower half: `x >> 16 * i & 0xffff` for i of 0 and 1.";
    default: return "A word is the bits of one element.";
  }
}

void replace_all(std::string& text, std::string_view what, std::string_view by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
}

/// A kernel file that works, to be changed, in the shape that is fast for its type. `file` is the path that its text
/// tells the user to call modlab with.
std::string kernel_template(modulus::Rounding rounding, DataType type, const std::string& file) {
  const ShaderSources& sources = embedded_shaders();
  std::string text =
      sources.at("template_head.hlsl") + sources.at(is_float(type) ? "template_floats.hlsl" : "template_integers.hlsl");
  replace_all(text, "@op@", modulus::name_of(rounding));
  replace_all(text, "@dtype@", name_of(type));
  replace_all(text, "@ELEMENT@", modulus::word_define("ELEMENT", name_of(type)).value);
  replace_all(text, "@ALGORITHM@", define_of(fast_algorithm(type)));
  replace_all(text, "@others@", others_for(type));
  replace_all(text, "@elements@", elements_of(type));
  replace_all(text, "@manual@", session::document("docs/own-kernels.md"));
  replace_all(text, "@numerics@", session::document("docs/numerics.md"));
  replace_all(text, "@file@", file);
  return text;
}

int write_template(const KernelCall& options) {
  const std::filesystem::path path = path_of(options.file);
  if (path.extension() != ".hlsl") throw Error(fmt::format("{}: a kernel's file ends in .hlsl", options.file));
  if (std::filesystem::exists(path)) throw Error(fmt::format("{}: is there already; name another file", options.file));
  const std::string text = kernel_template(value_in(modulus::kRoundingNames, options.op).value(),
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
      "kernel", fmt::format("Begin a kernel of your own, and try it ({})", session::document("docs/own-kernels.md")));
  command.require_subcommand(1);
  CLI::App& begin = *command.add_subcommand("new", "Write a kernel that works, to be changed");
  auto options = std::make_shared<KernelCall>();
  begin.add_option("file", options->file, "The file to write, such as mine.hlsl")->required();
  session::choose_from(begin.add_option("--op", options->op, "The operator (default: floor)"),
                       session::names_in(modulus::kRoundingNames));
  session::choose_from(begin.add_option("--dtype", options->type, "The data type (default: f32)"),
                       session::names_in(kDataTypeNames));
  const Action try_kernel = add_kernel_try_command(command);
  return [options, &begin, try_kernel](const auto& words) {
    return begin.parsed() ? write_template(*options) : try_kernel(words);
  };
}

}  // namespace modlab::cli
