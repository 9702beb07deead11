#include "gui/runs/tune_form.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/system/shell_line.h"

namespace modlab::gui {
namespace {

using ::testing::HasSubstr;

TEST(TuneForm, GivesTheArgumentsThatAreNotDefaults) {
  EXPECT_EQ(shell_line(tune_arguments({})),
            "tune --op \"floor,truncate\" --dtype f32 --shape 1048576 --strategy bayes --budget 60s");
  TuneForm form;
  form.ops = {"floor"};
  form.layouts = {"row-b", "padded"};
  form.where = "access=typed threads=64,128";
  form.adapter = "1";
  form.budget = "";
  EXPECT_EQ(shell_line(tune_arguments(form)),
            "tune --op floor --dtype f32 --shape 1048576 --layout \"padded,row-b\" --where access=typed --where "
            "\"threads=64,128\" --strategy bayes --adapter 1");
}

TEST(TuneForm, RejectsWhatTheProgramWouldReject) {
  EXPECT_EQ(form_error({}), "");
  const auto wrong = [](auto change) {
    TuneForm form;
    change(form);
    return form_error(form);
  };
  EXPECT_THAT(wrong([](TuneForm& form) { form.shape = "0x4"; }), HasSubstr("0x4"));
  EXPECT_THAT(wrong([](TuneForm& form) { form.where = "colour=red"; }), HasSubstr("colour"));
  EXPECT_THAT(wrong([](TuneForm& form) { form.budget = "soon"; }), HasSubstr("soon"));
  EXPECT_THAT(wrong([](TuneForm& form) { form.types.clear(); }), HasSubstr("type"));
  EXPECT_NE(wrong([](TuneForm& form) { form.seed = "x"; }), "");
}

}  // namespace
}  // namespace modlab::gui
