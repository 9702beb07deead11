#include "harness/store/npy_header.h"
#include "tests/fuzz/fuzz.h"

namespace modlab {

void fuzz(std::string_view input) {
  const auto header = unless_refused([&] { return store::parse_npy_header(input); });
  if (!header) return;
  const store::NpyHeader again = store::parse_npy_header(store::npy_header_text(header->type, header->shape));
  require(again.type == header->type && again.shape == header->shape, "a header is read as it was written");
  require(!again.big_endian && !again.fortran_order, "what is written is little-endian, last dimension innermost");
}

}  // namespace modlab
