# GTest::gtest_main, GTest::gmock: the tests only.
find_package(GTest QUIET)
if(NOT TARGET GTest::gtest_main)
  modlab_missing(GoogleTest)
endif()
