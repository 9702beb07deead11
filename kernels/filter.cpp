#include "kernels/filter.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "kernels/files/kernel_file.h"

namespace modlab {

std::string Filter::text() const {
  std::vector<std::string> words = wheres;
  words.insert(words.end(), names.begin(), names.end());
  for (const KernelPtr& kernel : kernels) words.push_back(fmt::format("{}-{}", kernel->file, kernel->hash));
  if (only_kernels) words.emplace_back("only-kernel");
  return fmt::format("{}", fmt::join(words, " "));
}

}  // namespace modlab
