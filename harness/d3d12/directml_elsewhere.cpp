#include "harness/d3d12/directml.h"
#include "kernels/error.h"

namespace modlab::MODLAB_D3D12 {

std::unique_ptr<Peer> open_directml(ID3D12Device*, Queue&, std::shared_ptr<const DeviceFate>, const std::string&) {
  throw Error("there is no DirectML here: DirectML.dll is for Windows, and so is modlab.exe, which takes it");
}

}  // namespace modlab::MODLAB_D3D12
