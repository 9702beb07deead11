#include "kernels/embedding.h"

#include <mutex>

namespace modlab {
namespace {

struct Added {
  std::mutex mutex;
  Kernels kernels;
};

Added& added() {
  static Added all;
  return all;
}

}  // namespace

void add_kernel(const KernelPtr& kernel) {
  const std::scoped_lock lock(added().mutex);
  std::erase(added().kernels, kernel);
  added().kernels.push_back(kernel);
}

Kernels added_kernels() {
  const std::scoped_lock lock(added().mutex);
  return added().kernels;
}

}  // namespace modlab
