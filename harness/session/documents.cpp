#include "harness/session/documents.h"

#include <system_error>

#include "harness/system/host.h"
#include "harness/system/path.h"

namespace modlab::session {

std::string document(std::string_view page) {
  const auto installed = this_program().parent_path() / MODLAB_DOCUMENTS / path_of(page);
  std::error_code ignored;
  return std::filesystem::exists(installed, ignored) ? installed.lexically_normal().string() : std::string(page);
}

}  // namespace modlab::session
