#include "harness/d3d12/capture.h"

#include "harness/system/hresult.h"
#include "kernels/error.h"

#if defined(MODLAB_PIX)
#include "harness/d3d12/api.h"  // before pix3.h, which adapts to what has been declared

#include <pix3.h>

#include <thread>
#endif

namespace modlab::d3d12 {

#if defined(MODLAB_PIX)

Capture::Capture(const std::filesystem::path& file) : file_(std::filesystem::absolute(file)) {
  if (PIXLoadLatestWinPixGpuCapturerLibrary() == nullptr)
    throw Error("--capture: PIX is not installed here; install it or leave --capture out");
}

void Capture::begin() {
  PIXCaptureParameters parameters{};
  parameters.GpuCaptureParameters.FileName = file_.c_str();
  check_start(PIXBeginCapture(PIX_CAPTURE_GPU, &parameters), "--capture: beginning PIX's capture");
}

void Capture::end() {
  HRESULT result = PIXEndCapture(FALSE);
  for (; result == E_PENDING; result = PIXEndCapture(FALSE)) std::this_thread::yield();  // still being written
  check_start(result, "--capture: ending PIX's capture");
}

#else

Capture::Capture(const std::filesystem::path& /*file*/) {
#if defined(_WIN32)
  throw Error("--capture: this modlab.exe is built without WinPixEventRuntime; the windows-msvc preset builds it in");
#else
  throw Error("--capture: PIX exists on Windows only; a tool that captures from outside sees modlab's events here too");
#endif
}

void Capture::begin() {}
void Capture::end() {}

#endif

}  // namespace modlab::d3d12
