#include "gui/analysis/budget_use.h"

#include <gtest/gtest.h>

#include "kernels/split.h"

namespace modlab::gui {
namespace {

store::RunContext search_context(const std::string& command) {
  store::RunContext context;
  for (const std::string_view word : split_words(command)) context.command.emplace_back(word);
  context.strategy = "bayes";
  context.planned = {"floor/f32/1024/packed/out/mixed", "truncate/f32/1024/packed/out/mixed"};
  context.spent = {.compile = 3, .verify = 4, .measure = 5};
  return context;
}

std::string text_for(const store::RunContext& context, std::size_t rows = 20) {
  const auto use = budget_use(context, rows);
  return use ? text_of(*use) : "no limit";
}

TEST(BudgetUse, CountsSecondsAcrossResumesOrRows) {
  EXPECT_EQ(text_for(search_context("modlab tune --op floor --budget 1m --resume run.csv")), "12 of 60 s, 48 s left");
  EXPECT_EQ(text_for(search_context("modlab tune --budget=10s")), "12 of 10 s, 0 s left");
  EXPECT_EQ(text_for(search_context("modlab tune --budget 200e")), "20 of 200 evaluations, 180 left");
}

TEST(BudgetUse, PerWorkloadIsMultipliedByTheirNumber) {
  EXPECT_EQ(text_for(search_context("modlab tune --budget 30e --budget-per workload")),
            "20 of 60 evaluations, 40 left");
}

TEST(BudgetUse, DefaultsToTheProgramsBudget) {
  store::RunContext context = search_context("modlab tune --op floor");
  EXPECT_EQ(text_for(context), "12 of 60 s, 48 s left");
  context.strategy = "exhaustive";
  EXPECT_EQ(text_for(context), "no limit");
}

TEST(BudgetUse, IsForSearchesOnly) {
  EXPECT_EQ(text_for(search_context("modlab measure --variant x")), "no limit");
  EXPECT_EQ(text_for(search_context("")), "no limit");
  EXPECT_EQ(text_for(search_context("modlab tune --budget soon")), "no limit");
}

}  // namespace
}  // namespace modlab::gui
