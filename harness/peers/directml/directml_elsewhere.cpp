#include "harness/device/peer.h"
#include "kernels/error.h"

namespace modlab::directml {

std::unique_ptr<Peer> open(Device&, const std::string&) {
  throw Error("there is no DirectML here: DirectML.dll is for Windows, and so is modlab.exe, which takes it");
}

}  // namespace modlab::directml
