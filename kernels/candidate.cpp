#include "kernels/candidate.h"

namespace modlab {

Candidate::Candidate(const Variant& point)
    : name(name_of(point)),
      accuracy(accuracy_of(point)),
      variant(point),
      proof(accuracy == Accuracy::exact ? name_of(accuracy) : modulus::name_of(point.algorithm)),
      believed(point.kernel == nullptr) {}

Candidate Candidate::of_peer(std::string_view name) {
  Candidate peer;
  peer.name = name;
  peer.accuracy = Accuracy::peer;
  peer.variant.reset();
  peer.proof = name;
  return peer;
}

Candidate parse_candidate(std::string_view name) {
  const bool is_word = !name.empty() && name.find_first_of("-:") == std::string_view::npos;
  return is_word ? Candidate::of_peer(name) : Candidate(parse_variant(name));
}

}  // namespace modlab
