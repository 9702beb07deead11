#include "harness/session/outputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "harness/compile/load_kernel.h"
#include "harness/store/journal.h"
#include "harness/store/row_notes.h"
#include "harness/system/file.h"
#include "harness/system/path.h"
#include "kernels/error.h"

namespace modlab::session {

Paths files_of_run(const std::filesystem::path& journal) {
  return {journal, store::context_path(journal), store::samples_path(journal), store::notes_path(journal)};
}

Paths files_of_kernel(const std::filesystem::path& kernel) {
  Paths files;
  const KernelPtr loaded = compile::load_kernel(kernel);
  for (const auto& [name, text] : loaded->sources) files.push_back(kernel.parent_path() / path_of(name));
  return files;
}

void check_outputs(const Paths& outputs, const Paths& inputs) {
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const auto is_it = [&](const std::filesystem::path& other) {
      return !outputs[i].empty() && !other.empty() && is_same_file(outputs[i], other);
    };
    if (std::ranges::any_of(inputs, is_it))
      throw Error(fmt::format("{}: is read by this call, which would write over it; name another file to write",
                              outputs[i].string()));
    if (std::ranges::any_of(std::span(outputs).subspan(i + 1), is_it))
      throw Error(fmt::format("{}: would be written twice by this call; name another file", outputs[i].string()));
  }
}

}  // namespace modlab::session
