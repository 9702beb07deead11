# modlab::revision: "modlab/revision.h", which tells the git revision the program was built from. Each build reads it
# again; what depends on it is built again only when it changed.

set(folder "${CMAKE_BINARY_DIR}/generated")
file(
  CONFIGURE
  OUTPUT "${folder}/modlab/revision.h"
  CONTENT
    [[#pragma once

#include <string_view>

namespace modlab {

/// The git commit this program was built from, with "-dirty" when files differed from it; "unknown" outside git.
std::string_view build_revision();

}  // namespace modlab
]])

add_custom_target(
  modlab_read_revision
  COMMAND "${CMAKE_COMMAND}" -D "source_dir=${CMAKE_SOURCE_DIR}" -D "output=${folder}/modlab/revision.cpp" -P
          "${CMAKE_CURRENT_LIST_DIR}/write_revision.cmake"
  BYPRODUCTS "${folder}/modlab/revision.cpp"
  COMMENT "Reading the revision")

add_library(modlab_revision STATIC "${folder}/modlab/revision.cpp")
add_library(modlab::revision ALIAS modlab_revision)
add_dependencies(modlab_revision modlab_read_revision)
target_include_directories(modlab_revision PUBLIC "${folder}")
target_link_libraries(modlab_revision PRIVATE modlab::options)
