#include "harness/report/history_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "harness/report/difference_json.h"
#include "harness/report/selection.h"
#include "harness/report/text_table.h"
#include "harness/report/time_text.h"
#include "harness/store/json_text.h"

namespace modlab::report {
namespace {

using nlohmann::json;

std::string ratio_text(const statistics::RunRatio& ratio) {
  return fmt::format("{:.3f} ({:.3f} to {:.3f})", ratio.ratio, ratio.ci.low, ratio.ci.high);
}

std::string point_text(const Series& series, std::size_t point) {
  const statistics::Estimate estimate = estimate_of(*series.points[point].row);
  std::string text =
      fmt::format("{} ({} to {})", time_text(estimate.median), time_text(estimate.ci.low), time_text(estimate.ci.high));
  if (point > 0 && series.changes_at(point))
    text += fmt::format(" {}", statistics::name_of(series.steps[point - 1].verdict));
  return text;
}

std::string runs_text(const History& history) {
  std::vector<TextLine> lines{{"run", "started", "revision", "journal"}};
  for (std::size_t i = 0; i < history.runs.size(); ++i)
    lines.push_back(
        {fmt::to_string(i + 1), history.context(i).started, history.context(i).revision, history.runs[i]->path});
  return text_table(lines);
}

std::string series_text(const History& history) {
  TextLine head{"workload", "class"};
  for (std::size_t i = 0; i < history.runs.size(); ++i) head.push_back(fmt::format("run {}", i + 1));
  head.insert(head.end(), {"last/first", "verdict"});
  std::vector<TextLine> lines{head};
  for (const Series& series : history.series) {
    TextLine line{series.workload, series.accuracy};
    line.resize(2 + history.runs.size(), "-");
    for (std::size_t i = 0; i < series.points.size(); ++i) line[2 + series.points[i].run] = point_text(series, i);
    line.push_back(series.overall ? ratio_text(series.overall->ratio) : "-");
    line.emplace_back(series.overall ? statistics::name_of(series.overall->verdict) : "-");
    lines.push_back(std::move(line));
  }
  return text_table(lines);
}

/// Which steps are divided by those of the pilot, if any.
std::string corrected_text(const History& history) {
  bool any = false;
  std::set<std::pair<std::size_t, std::size_t>> others;
  for (const Series& series : history.series)
    for (std::size_t i = 1; i < series.points.size(); ++i)
      if (series.steps[i - 1].machine)
        any = true;
      else
        others.emplace(series.points[i - 1].run + 1, series.points[i].run + 1);
  if (!any) return {};
  std::string except;
  for (const auto& [from, to] : others)
    except += fmt::format("{}{} and {}", except.empty() ? ", but not between runs " : ", ", from, to);
  return fmt::format("ratios are divided by those of the memory pilot's times in the same two runs{}\n", except);
}

/// What belongs to runs that have no final figures of it.
std::string unfinished_text(const History& history) {
  std::map<std::pair<std::size_t, std::string>, std::string> found;  // by run and reason
  for (const Series& series : history.series)
    for (const HistoryPoint& point : series.points)
      if (const std::string why = why_unfinished(history.context(point.run), *point.row); !why.empty()) {
        std::string& list = found[{point.run, why}];
        list += fmt::format("{}{} {}", list.empty() ? "" : ", ", series.workload, series.accuracy);
      }
  std::string text;
  for (const auto& [key, list] : found)
    text += fmt::format("unfinished: run {} {}: {}\n", key.first + 1, key.second, list);
  return text;
}

std::string change_text(const History& history, const Series& series, std::size_t point) {
  const std::size_t from = series.points[point - 1].run;
  const std::size_t to = series.points[point].run;
  const std::vector<std::string> changed = what_changed(history.context(from), history.context(to));
  return fmt::format("change: {} {} between run {} and run {}: {} {}; {}\n", series.workload, series.accuracy, from + 1,
                     to + 1, ratio_text(series.steps[point - 1].ratio),
                     statistics::name_of(series.steps[point - 1].verdict),
                     changed.empty() ? "nothing else is known to differ" : fmt::format("{}", fmt::join(changed, ", ")));
}

json to_json(const History& history, const HistoryPoint& point) {
  const statistics::Estimate estimate = estimate_of(*point.row);
  return {{"run", point.run},
          {"variant", point.row->variant},
          {"median_ns", estimate.median},
          {"ci_low_ns", estimate.ci.low},
          {"ci_high_ns", estimate.ci.high},
          {"gbps", *point.row->gbps},
          {"unfinished", !why_unfinished(history.context(point.run), *point.row).empty()}};
}

json to_json(const History& history, const Series& series) {
  json text{{"workload", series.workload},
            {"accuracy", series.accuracy},
            {"points", json::array()},
            {"changes", json::array()},
            {"overall", series.overall ? difference_json(*series.overall) : json()}};
  for (const HistoryPoint& point : series.points) text["points"].push_back(to_json(history, point));
  for (std::size_t i = 1; i < series.points.size(); ++i) {
    if (!series.changes_at(i)) continue;
    const std::size_t from = series.points[i - 1].run;
    const std::size_t to = series.points[i].run;
    json change = difference_json(series.steps[i - 1]);
    change.update({{"from_run", from},
                   {"to_run", to},
                   {"from_revision", history.context(from).revision},
                   {"to_revision", history.context(to).revision},
                   {"changed", what_changed(history.context(from), history.context(to))}});
    text["changes"].push_back(std::move(change));
  }
  return text;
}

}  // namespace

std::string history_table(const History& history) {
  std::string text = runs_text(history) + '\n' + series_text(history);
  std::size_t changes = 0;
  for (const Series& series : history.series)
    for (std::size_t i = 1; i < series.points.size(); ++i) {
      if (!series.changes_at(i)) continue;
      text += change_text(history, series, i);
      ++changes;
    }
  text += unfinished_text(history) + corrected_text(history);
  text += fmt::format("intervals 95 % each; a false alarm in at most {:g} % of such histories (Holm over {} pair{})\n",
                      100 * history.false_alarms, history.judged, history.judged == 1 ? "" : "s");
  return text + fmt::format("{} series over {} runs: {} change point{}\n", history.series.size(), history.runs.size(),
                            changes, changes == 1 ? "" : "s");
}

std::string history_json(const History& history) {
  json text{{"adapter", history.context(0).device.adapter},
            {"mode", history.context(0).mode},
            {"false_alarms", history.false_alarms},
            {"runs", json::array()},
            {"series", json::array()}};
  for (const RunFiles* run : history.runs)
    text["runs"].push_back({{"journal", run->path},
                            {"run", run->context.run},
                            {"started", run->context.started},
                            {"revision", run->context.revision},
                            {"driver", run->context.device.driver},
                            {"implementation", run->context.device.implementation},
                            {"compiler", run->context.compiler_version}});
  for (const Series& series : history.series) text["series"].push_back(to_json(history, series));
  return store::json_text(text, 2) + '\n';
}

}  // namespace modlab::report
