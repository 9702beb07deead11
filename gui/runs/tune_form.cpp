#include "gui/runs/tune_form.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "harness/session/choices.h"
#include "harness/session/tune_options.h"
#include "kernels/error.h"
#include "kernels/split.h"

namespace modlab::gui {

TuneForm::TuneForm()
    : fields_{{"adapter", "--adapter", "", ""},
              {"implementation", "--runtime", "auto", "auto", "of Direct3D 12: auto, vkd3d or the path of a library"},
              {"compiler", "--compiler", "auto", "auto"},
              {"operator", "--op", "floor,truncate", ""},
              {"type", "--dtype", "f32", ""},
              {"shape", "--shape", "1048576", "", "such as 4x256x1024"},
              {"layout", "--layout", "packed", "packed"},
              {"placement", "--placement", "out", "out"},
              {"data set", "--data-set", "mixed", "mixed"},
              {"mode", "--mode", "warm", "warm"},
              {"strategy", "--strategy", std::string(tune::kDefaultStrategy), ""},
              {"budget", "--budget", "60s", "", "60s, 5m, 200e (evaluations); empty: the whole space or 60 s"},
              {"only where", "--where", "", "", "access=typed threads=256,512; empty: the whole space"},
              {"seed", "--seed", "1", "1", "of the data and of every random choice"}} {
  CLI::App app;
  session::TuneOptions options;
  options.add_run_to(app);
  options.add_search_to(app);
  for (TuneField& field : fields_) {
    if (field.flag == "--runtime") continue;  // or any library
    const CLI::Option& option = *app.get_option(field.flag);
    field.choices = session::offered_by(option);
    if (field.choices.empty()) continue;
    field.kind = session::takes_list(option) ? TuneField::Kind::several : TuneField::Kind::one;
    if (session::takes_list(option)) std::erase(field.choices, "all");
  }
}

std::string& TuneForm::operator[](std::string_view flag) {
  return std::ranges::find(fields_, flag, &TuneField::flag)->value;
}

std::string_view TuneForm::strategy_summary() const {
  return tune::find_strategy(std::ranges::find(fields_, "--strategy", &TuneField::flag)->value).summary;
}

std::vector<std::string> TuneForm::arguments() const {
  std::vector<std::string> words{"tune"};
  for (const TuneField& field : fields_) {
    if (field.value == field.implied) continue;
    if (field.flag == "--where")
      for (const std::string_view where : split_words(field.value))
        words.insert(words.end(), {field.flag, std::string(where)});
    else
      words.insert(words.end(), {field.flag, field.value});
  }
  return words;
}

std::string TuneForm::error() const {
  for (const TuneField& field : fields_)
    if (field.kind == TuneField::Kind::several && field.value.empty())
      return fmt::format("choose at least one {}", field.label);
  CLI::App app;
  session::TuneOptions options;
  options.add_run_to(app);
  options.add_search_to(app);
  std::vector<std::string> words = arguments();
  words.erase(words.begin());
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));  // takes the last for the first
    static_cast<void>(options.search());
  } catch (const CLI::ParseError& error) {
    return error.what();
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

}  // namespace modlab::gui
