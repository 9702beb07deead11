# modlab::fmt: text. Of the package only the headers, compiled once into a library of our own: so programs need no libfmt,
# which has another name in every release of a distribution, and those who link our libraries none either.

find_path(MODLAB_FMT_INCLUDE_DIR fmt/format-inl.h)
mark_as_advanced(MODLAB_FMT_INCLUDE_DIR)
if(NOT MODLAB_FMT_INCLUDE_DIR)
  modlab_missing("{fmt} (fmt/format-inl.h)")
endif()
add_library(modlab_fmt STATIC "${CMAKE_CURRENT_LIST_DIR}/fmt.cpp")
add_library(modlab::fmt ALIAS modlab_fmt)
target_compile_features(modlab_fmt PUBLIC cxx_std_20)
target_include_directories(modlab_fmt SYSTEM PUBLIC "${MODLAB_FMT_INCLUDE_DIR}")
if(MSVC)
  target_compile_options(modlab_fmt PRIVATE /utf-8) # without which its headers stop the compiler
endif()
