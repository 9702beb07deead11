#include "gui/runs/tune_form.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/system/shell_line.h"

namespace modlab::gui {
namespace {

using ::testing::HasSubstr;

TEST(TuneForm, GivesTheArgumentsThatAreNotDefaults) {
  EXPECT_EQ(shell_line(TuneForm().arguments()),
            "tune --op \"floor,truncate\" --dtype f32 --shape 1048576 --strategy bayes --budget 60s");
  TuneForm form;
  form["--op"] = "floor";
  form["--layout"] = "row-b,padded";
  form["--where"] = "access=typed threads=64,128";
  form["--adapter"] = "1";
  form["--budget"] = "";
  EXPECT_EQ(
      shell_line(form.arguments()),
      "tune --adapter 1 --op floor --dtype f32 --shape 1048576 --layout \"row-b,padded\" --strategy bayes --where "
      "access=typed --where \"threads=64,128\"");
}

TEST(TuneForm, RejectsWhatTheProgramWouldReject) {
  EXPECT_EQ(TuneForm().error(), "");
  const auto wrong = [](auto change) {
    TuneForm form;
    change(form);
    return form.error();
  };
  EXPECT_THAT(wrong([](TuneForm& form) { form["--shape"] = "0x4"; }), HasSubstr("0x4"));
  EXPECT_THAT(wrong([](TuneForm& form) { form["--where"] = "colour=red"; }), HasSubstr("colour"));
  EXPECT_THAT(wrong([](TuneForm& form) { form["--budget"] = "soon"; }), HasSubstr("soon"));
  EXPECT_THAT(wrong([](TuneForm& form) { form["--dtype"] = ""; }), HasSubstr("type"));
  EXPECT_NE(wrong([](TuneForm& form) { form["--seed"] = "x"; }), "");
}

}  // namespace
}  // namespace modlab::gui
