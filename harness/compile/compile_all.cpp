#include "harness/compile/compile_all.h"

#include <algorithm>
#include <exception>
#include <mutex>
#include <thread>

#include "harness/device/status.h"

namespace modlab::compile {
namespace {

/// What the threads share; the lock guards all of it.
struct Work {
  std::mutex mutex;
  std::size_t next = 0;
  std::size_t done = 0;
  std::vector<std::string> refusals;
  std::exception_ptr error;  ///< ends the work
};

}  // namespace

std::vector<std::string> compile_all(Compiler& compiler, std::span<const ShaderRequest> requests,
                                     const ShaderSources& sources, const std::function<void(std::size_t)>& progress) {
  Work work;
  const auto take = [&]() -> const ShaderRequest* {
    const std::scoped_lock lock(work.mutex);
    return work.next == requests.size() || work.error ? nullptr : &requests[work.next++];
  };
  const auto compile = [&] {
    while (const ShaderRequest* request = take()) {
      std::string refusal;
      std::exception_ptr error;
      try {
        static_cast<void>(compiler.compile(*request, sources));
      } catch (const VariantFailure& failure) {
        if (failure.status() == Status::compiler_refused)
          refusal = failure.what();
        else
          error = std::current_exception();
      } catch (...) {
        error = std::current_exception();
      }
      const std::scoped_lock lock(work.mutex);
      if (!refusal.empty()) work.refusals.push_back(std::move(refusal));
      if (error) work.error = error;
      progress(++work.done);
    }
  };
  {
    std::vector<std::jthread> threads;
    for (unsigned i = 1; i < std::max(1u, std::thread::hardware_concurrency()); ++i) threads.emplace_back(compile);
    compile();
  }
  if (work.error) std::rethrow_exception(work.error);
  return std::move(work.refusals);
}

}  // namespace modlab::compile
