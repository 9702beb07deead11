#include "gui/analysis/active_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>

#include "harness/compile/includes.h"
#include "kernels/error.h"
#include "kernels/expression.h"

namespace modlab {
namespace {

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

  void add(const SourceLine& at, std::string_view line) {
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
      branches_.push_back(branch);
      return branch != Branch::undecided;
    }
    if (!branches_.empty() && (word == "elif" || word == "else" || word == "endif")) {
      Branch& branch = branches_.back();
      if (branch == Branch::undecided) {
        if (word == "endif") branches_.pop_back();
        return false;
      }
      if (word == "endif")
        branches_.pop_back();
      else if (branch != Branch::awaited)
        branch = Branch::passed;
      else
        branch = word == "else" ? Branch::taken : branch_if(condition("if", rest));
      return true;
    }
    if (is_active() && word == "define") define(rest);
    if (is_active() && word == "undef") macros_.erase(std::string(leading_name(rest)));
    return false;
  }

  static Branch branch_if(std::optional<bool> condition) {
    return !condition ? Branch::undecided : *condition ? Branch::taken : Branch::awaited;
  }

  [[nodiscard]] bool is_active() const {
    return std::ranges::none_of(branches_, [](Branch b) { return b == Branch::awaited || b == Branch::passed; });
  }

  void define(std::string_view rest) {
    const std::string_view name = leading_name(rest);
    const std::string_view value = rest.substr(name.size());
    macros_[std::string(name)] = value.starts_with('(') ? std::nullopt : std::optional(std::string(trimmed(value)));
  }

  [[nodiscard]] std::optional<bool> condition(std::string_view word, std::string_view rest) const {
    if (word != "if") return macros_.contains(leading_name(rest)) == (word == "ifdef");
    try {
      return value_of(replace_defined(rest), 0) != 0;
    } catch (const Error&) {
      return std::nullopt;
    }
  }

  /// With 1 or 0 for `defined(NAME)` and `defined NAME`.
  [[nodiscard]] std::string replace_defined(std::string_view expression) const {
    constexpr std::string_view kDefined = "defined";
    std::string text(expression);
    for (std::size_t at = text.find(kDefined); at != std::string::npos; at = text.find(kDefined, at + 1)) {
      std::string_view rest = trimmed(std::string_view(text).substr(at + kDefined.size()));
      const bool in_parentheses = rest.starts_with('(');
      if (in_parentheses) rest = trimmed(rest.substr(1));
      const std::string_view name = leading_name(rest);
      const char* end = name.data() + name.size();
      if (in_parentheses) end = text.data() + std::min(text.find(')', at), text.size() - 1) + 1;
      const char* const known = macros_.contains(name) ? "1" : "0";
      text.replace(at, static_cast<std::size_t>(end - text.data()) - at, known);
    }
    return text;
  }

  /// A name without a value is 0, as for a preprocessor; one with arguments is beyond what is decided here.
  [[nodiscard]] std::int64_t value_of(const std::string& expression, int depth) const {
    constexpr int kDeepest = 16;  // a macro that refers to itself
    if (depth > kDeepest) throw Error("a macro refers to itself");
    return evaluate(expression, [&](std::string_view name) -> std::optional<std::int64_t> {
      const auto macro = macros_.find(name);
      if (macro == macros_.end()) return 0;
      if (!macro->second) return std::nullopt;
      return value_of(*macro->second, depth + 1);
    });
  }

  /// Blank lines that only stood around what was left out are left out too.
  void emit(const SourceLine& at, std::string_view line) {
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
  std::string file_;  ///< of the last line
  std::string text_;
};

}  // namespace

std::string active_source(const std::string& file, const ShaderSources& sources, const std::vector<Define>& defines) {
  ActiveLines lines(defines);
  walk_lines(
      file, sources, [](const SourceLine&) {},
      [&](const SourceLine& at, std::string_view line, std::string_view) { lines.add(at, line); });
  return lines.text();
}

}  // namespace modlab
