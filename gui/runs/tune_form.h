#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace modlab::gui {

/// A line of the form: an option of `modlab tune`, as the program itself describes it.
struct TuneField {
  enum class Kind { text, one, several };

  const char* label;
  std::string flag;
  std::string value;      ///< as on a command line; with commas between several
  std::string implied;    ///< the value that need not be said
  const char* hint = "";  ///< beside a text
  Kind kind = Kind::text;
  std::vector<std::string> choices = {};
};

/// What the user fills in to start a run.
class TuneForm {
 public:
  TuneForm();

  [[nodiscard]] std::vector<TuneField>& fields() { return fields_; }
  /// The value of one of the flags.
  [[nodiscard]] std::string& operator[](std::string_view flag);

  [[nodiscard]] std::string_view strategy_summary() const;

  /// The arguments that the form stands for, without the journal: "tune", "--op", …
  [[nodiscard]] std::vector<std::string> arguments() const;
  /// Why the program would reject the form, in its own words; empty where it would not.
  [[nodiscard]] std::string error() const;

 private:
  std::vector<TuneField> fields_;
};

}  // namespace modlab::gui
