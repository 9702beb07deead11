# cmake -D source_dir=DIR -D output=FILE -P write_revision.cmake: writes build_revision() for DIR, only on a change.

set(revision unknown)
find_program(git git)
if(git AND EXISTS "${source_dir}/.git") # a parent folder's repository is not ours
  # Without a lock, which could get in the way of the user's own git; and in a checkout of another user too.
  execute_process(
    COMMAND "${git}" --no-optional-locks -c "safe.directory=*" describe --always --dirty --abbrev=12 "--exclude=*"
    WORKING_DIRECTORY "${source_dir}"
    OUTPUT_VARIABLE described
    OUTPUT_STRIP_TRAILING_WHITESPACE
    RESULT_VARIABLE failed
    ERROR_QUIET)
  if(NOT failed)
    set(revision "${described}")
  endif()
endif()

file(
  CONFIGURE
  OUTPUT "${output}"
  CONTENT
    [[#include "modlab/revision.h"

std::string_view modlab::build_revision() { return "@revision@"; }
]]
  @ONLY)
