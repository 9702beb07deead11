#include "gui/analysis/active_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>

#include "harness/compile/includes.h"
#include "kernels/error.h"
#include "kernels/expression.h"

namespace modlab::gui {
namespace {

/// What deciding the conditions of one text may take, in characters of the expressions evaluated: hundreds of times
/// what a kernel needs, and done before anyone notices. Macros of a few uses of each other would take years.
constexpr std::size_t kMaxSteps = std::size_t{1} << 20;
constexpr std::size_t kStepsToBegin = 64;  ///< an expression, however short

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(" \t\r"), text.size());
  return text.substr(begin, text.find_last_not_of(" \t\r") + 1 - begin);
}

std::string_view without_comment(std::string_view text) {
  return trimmed(text.substr(0, std::min(text.find("//"), text.find("/*"))));
}

/// The name at the beginning of a text; empty where there is none.
std::string_view leading_name(std::string_view text) {
  const auto is_part = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  return text.substr(0, static_cast<std::size_t>(std::ranges::find_if_not(text, is_part) - text.begin()));
}

/// "#if A > 1" as "if" and "A > 1"; nothing for other lines.
struct Directive {
  std::string_view word;
  std::string_view rest;
};
std::optional<Directive> directive_of(std::string_view line) {
  line = trimmed(line);
  if (!line.starts_with('#')) return std::nullopt;
  line = trimmed(line.substr(1));
  const std::string_view word = leading_name(line);
  return Directive{word, without_comment(line.substr(word.size()))};
}

class ActiveLines {
 public:
  explicit ActiveLines(const std::vector<Define>& defines) {
    for (const Define& define : defines) macros_[define.name] = define.value;
  }

  void add(const compile::SourceLine& at, std::string_view line) {
    const auto directive = directive_of(line);
    if (directive && handle(*directive)) return;
    if (is_active()) emit(at, line);
  }

  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  enum class Branch { taken, awaited, passed, undecided };

  /// True where the line is not to be shown.
  bool handle(const Directive& directive) {
    const auto& [word, rest] = directive;
    if (word == "if" || word == "ifdef" || word == "ifndef") {
      const Branch branch = is_active() ? branch_if(condition(word, rest)) : Branch::passed;
      enter(branch);
      return branch != Branch::undecided;
    }
    if (!branches_.empty() && (word == "elif" || word == "else" || word == "endif")) {
      const Branch branch = leave();
      if (branch == Branch::undecided) {
        if (word != "endif") enter(branch);
        return false;
      }
      if (word == "endif") return true;
      if (branch != Branch::awaited)
        enter(Branch::passed);
      else
        enter(word == "else" ? Branch::taken : branch_if(condition("if", rest)));
      return true;
    }
    if (is_active() && word == "define") define(rest);
    if (is_active() && word == "undef") macros_.erase(std::string(leading_name(rest)));
    return false;
  }

  static Branch branch_if(std::optional<bool> condition) {
    return !condition ? Branch::undecided : *condition ? Branch::taken : Branch::awaited;
  }

  static bool leaves_out(Branch branch) { return branch == Branch::awaited || branch == Branch::passed; }

  void enter(Branch branch) {
    branches_.push_back(branch);
    if (leaves_out(branch)) ++leaving_out_;
  }

  Branch leave() {
    const Branch branch = branches_.back();
    branches_.pop_back();
    if (leaves_out(branch)) --leaving_out_;
    return branch;
  }

  [[nodiscard]] bool is_active() const { return leaving_out_ == 0; }

  void define(std::string_view rest) {
    const std::string_view name = leading_name(rest);
    const std::string_view value = rest.substr(name.size());
    macros_[std::string(name)] = value.starts_with('(') ? std::nullopt : std::optional(std::string(trimmed(value)));
  }

  [[nodiscard]] std::optional<bool> condition(std::string_view word, std::string_view rest) {
    if (word != "if") return macros_.contains(leading_name(rest)) == (word == "ifdef");
    if (steps_left_ == 0) return std::nullopt;
    try {
      return value_of(replace_defined(rest), 0) != 0;
    } catch (const Error&) {
      return std::nullopt;
    }
  }

  /// With 1 or 0 for `defined(NAME)` and `defined NAME`.
  [[nodiscard]] std::string replace_defined(std::string_view expression) const {
    constexpr std::string_view kDefined = "defined";
    std::string text;
    while (true) {
      const std::size_t at = expression.find(kDefined);
      text += expression.substr(0, at);
      if (at == std::string_view::npos) return text;
      expression = trimmed(expression.substr(at + kDefined.size()));
      const bool in_parentheses = expression.starts_with('(');
      if (in_parentheses) expression = trimmed(expression.substr(1));
      const std::string_view name = leading_name(expression);
      text += macros_.contains(name) ? '1' : '0';
      const std::size_t end = in_parentheses ? expression.find(')') : name.size();
      expression.remove_prefix(std::min(end, expression.size()));
      if (in_parentheses) expression.remove_prefix(std::min<std::size_t>(1, expression.size()));
    }
  }

  /// A name without a value is 0, as for a preprocessor; one with arguments is beyond what is decided here.
  [[nodiscard]] std::int64_t value_of(const std::string& expression, int depth) {
    constexpr int kDeepest = 8;  // a macro may refer to itself
    if (depth > kDeepest) throw Error("macros are nested too deeply");
    take_steps(kStepsToBegin + expression.size());
    return evaluate(expression, [&](std::string_view name) -> std::optional<std::int64_t> {
      const auto macro = macros_.find(name);
      if (macro == macros_.end()) return 0;
      if (!macro->second) return std::nullopt;
      return value_of(*macro->second, depth + 1);
    });
  }

  /// Throws where too few are left, and none are from then on: all that follows is undecided.
  void take_steps(std::size_t steps) {
    if (steps > steps_left_) {
      steps_left_ = 0;
      throw Error("the conditions take too long");
    }
    steps_left_ -= steps;
  }

  /// Blank lines that only stood around what was left out are left out too.
  void emit(const compile::SourceLine& at, std::string_view line) {
    const bool blank = trimmed(line).empty();
    if (blank && (text_.empty() || text_.ends_with("\n\n"))) return;
    if (!blank && at.file != file_) {
      if (!text_.empty() && !text_.ends_with("\n\n")) text_ += '\n';
      text_ += fmt::format("// {}\n", at.file);
      file_ = at.file;
    }
    text_ += line;
    text_ += '\n';
  }

  std::map<std::string, std::optional<std::string>, std::less<>> macros_;  ///< nothing: it takes arguments
  std::vector<Branch> branches_;
  std::size_t leaving_out_ = 0;  ///< of them
  std::size_t steps_left_ = kMaxSteps;
  std::string file_;  ///< of the last line
  std::string text_;
};

}  // namespace

std::string active_source(const std::string& file, const ShaderSources& sources, const std::vector<Define>& defines,
                          const std::stop_token& stop) {
  ActiveLines lines(defines);
  compile::walk_lines(
      file, sources, [](const compile::SourceLine&) {},
      [&](const compile::SourceLine& at, std::string_view line, std::string_view) {
        if (stop.stop_requested()) throw Error("stopped");
        lines.add(at, line);
      });
  return lines.text();
}

}  // namespace modlab::gui
