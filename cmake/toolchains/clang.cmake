# The newest Clang here, for its libFuzzer. 14 and 15 do not compile libstdc++ 12's ranges.
find_program(CMAKE_C_COMPILER NAMES clang-21 clang-20 clang-19 clang-18 clang-17 clang-16 REQUIRED)
find_program(CMAKE_CXX_COMPILER NAMES clang++-21 clang++-20 clang++-19 clang++-18 clang++-17 clang++-16 REQUIRED)
