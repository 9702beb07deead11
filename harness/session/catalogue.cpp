#include "harness/session/catalogue.h"

#include <utility>

#include "harness/store/journal.h"
#include "harness/store/run_context.h"
#include "kernels/modulus/problem.h"

namespace modlab::session {

std::unique_ptr<const Catalogue> make_catalogue(Kernels kernels) {
  return modulus::modulus_catalogue(std::move(kernels));
}

std::unique_ptr<const Catalogue> catalogue_of(const std::filesystem::path& journal) {
  const std::filesystem::path context = store::context_path(journal);
  const bool has_one = context != journal && std::filesystem::exists(context);  // a space of another program has none
  return make_catalogue(has_one ? store::read_context(journal).kernels : Kernels());
}

}  // namespace modlab::session
