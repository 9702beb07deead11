# modlab_missing(NAME): stops with one message on what is missing and what to do.
function(modlab_missing name)
  message(
    FATAL_ERROR
      "${name} was not found.\n"
      "On Debian run scripts/setup --tests, which brings every dependency. On Windows set VCPKG_ROOT and use the "
      "preset windows-msvc: vcpkg.json lists them. Elsewhere install it, and name its prefix in "
      "CMAKE_PREFIX_PATH if it is not in a usual place.")
endfunction()

# modlab_find_dependency(NAME HEADER FILE [SUFFIX FOLDER] [PACKAGE PACKAGE TARGET TARGET] [DEFINES X…])
#
# Defines modlab::NAME: the package's own target where find_package knows it (vcpkg, distributions), otherwise the bare
# header, which may be in a FOLDER of the usual places, used without a library.
function(modlab_find_dependency name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "HEADER;SUFFIX;PACKAGE;TARGET" "DEFINES")
  add_library(modlab::${name} INTERFACE IMPORTED)
  target_compile_definitions(modlab::${name} INTERFACE ${arg_DEFINES})

  if(arg_PACKAGE)
    find_package(${arg_PACKAGE} CONFIG QUIET)
    if(TARGET ${arg_TARGET})
      target_link_libraries(modlab::${name} INTERFACE ${arg_TARGET})
      return()
    endif()
  endif()

  find_path(MODLAB_${name}_INCLUDE_DIR ${arg_HEADER} PATH_SUFFIXES ${arg_SUFFIX})
  mark_as_advanced(MODLAB_${name}_INCLUDE_DIR)
  if(NOT MODLAB_${name}_INCLUDE_DIR)
    modlab_missing("${name} (${arg_HEADER})")
  endif()
  target_include_directories(modlab::${name} SYSTEM INTERFACE "${MODLAB_${name}_INCLUDE_DIR}")
endfunction()
