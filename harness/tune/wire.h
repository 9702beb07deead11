#pragma once

#include <fmt/format.h>

#include "harness/device/status.h"
#include "harness/store/shared_fields.h"
#include "harness/tune/rig.h"

// What the tuner and its worker exchange, as JSON; see worker.h. For the sources of these two: json_of() writes, and
// value_from() throws nlohmann::json::exception or Error where the other side is of another version.

namespace modlab {

template <>
struct Codec<Mode> : ByName<kModeNames> {};
template <>
struct Codec<Status> : ByName<kStatusNames> {};
template <>
struct Codec<Stop> : ByName<kStopNames> {};

template <>
struct Codec<Variant> {
  static nlohmann::json write(const Variant& variant) { return name_of(variant); }
  static void read(Variant& variant, const nlohmann::json& from) { variant = parse_variant(from.get<std::string>()); }
};

template <>
struct Codec<Candidate> {
  static nlohmann::json write(const Candidate& candidate) { return candidate.name; }
  static void read(Candidate& candidate, const nlohmann::json& from) {
    candidate = parse_candidate(from.get<std::string>());
  }
};

template <>
struct Codec<Workload> {
  static nlohmann::json write(const Workload& workload) { return name_of(workload); }
  static void read(Workload& workload, const nlohmann::json& from) {
    workload = parse_legal_workload(from.get<std::string>());
  }
};

template <>
struct Codec<Findings> {
  static nlohmann::json write(const Findings& findings) { return texts_of(findings); }
  static void read(Findings& findings, const nlohmann::json& from) { findings = findings_of(from); }
};

// The statistics are left out: they follow from the samples.
template <>
inline constexpr auto kFields<Measurement> =
    std::array{field<Within<&Measurement::samples_ns, &BlockedSamples::values>{}>("samples_ns"),
               field<Within<&Measurement::samples_ns, &BlockedSamples::blocks>{}>("blocks"),
               field<&Measurement::drifted>("drifted"), field<&Measurement::stop>("stop")};

template <>
struct Codec<Measurement> {
  static nlohmann::json write(const Measurement& measurement) { return object_of(measurement); }
  static void read(Measurement& measurement, const nlohmann::json& from) {
    read_fields(measurement, from);
    const std::size_t samples = measurement.samples_ns.values.size();
    if (samples == 0 || measurement.samples_ns.blocks.size() != samples || measurement.drifted.size() != samples)
      throw Error(fmt::format("the worker sent {} samples in {} blocks and {} drifts", samples,
                              measurement.samples_ns.blocks.size(), measurement.drifted.size()));
    measurement.statistics = describe(counted_ns(measurement));
  }
};

template <>
struct Codec<Ledger> {
  static nlohmann::json write(const Ledger& ledger) {
    return {ledger.seconds(Activity::compile), ledger.seconds(Activity::verify), ledger.seconds(Activity::measure)};
  }
  static void read(Ledger& ledger, const nlohmann::json& from) {
    ledger.add(Activity::compile, from.at(0));
    ledger.add(Activity::verify, from.at(1));
    ledger.add(Activity::measure, from.at(2));
  }
};

template <>
inline constexpr auto kFields<PairedRatio> =
    std::array{field<&PairedRatio::blocks>("blocks"), field<&PairedRatio::ratio>("ratio"),
               field<&PairedRatio::log_error>("log_error"), field<&PairedRatio::degrees>("degrees")};

template <>
inline constexpr auto kFields<Estimate> =
    std::array{field<&Estimate::median>("median"), field<Within<&Estimate::ci, &Interval::low>{}>("low"),
               field<Within<&Estimate::ci, &Interval::high>{}>("high"), field<&Estimate::blocks>("blocks")};

template <>
inline constexpr auto kFields<PeerTraits> =
    std::array{field<&PeerTraits::name>("name"), field<&PeerTraits::description>("description")};

template <>
inline constexpr auto kFields<Platform> = std::array{
    field<&Platform::device>("device"), field<&Platform::compilers>("compilers"), field<&Platform::peers>("peers")};

template <>
inline constexpr auto kFields<Clock> =
    std::array{field<&Clock::tick_ns>("tick_ns"), field<&Clock::step_ns>("step_ns"),
               field<&Clock::empty_pair_ns>("empty_pair_ns"), field<&Clock::shortest_batch_ns>("shortest_batch_ns")};

template <>
inline constexpr auto kFields<Assignment> =
    std::array{field<&Assignment::workload>("workload"),
               field<&Assignment::seed>("seed"),
               field<Within<&Assignment::conditions, &Conditions::mode>{}>("mode"),
               field<Within<&Assignment::conditions, &Conditions::cache_bytes>{}>("cache_bytes"),
               field<&Assignment::sampling>("sampling"),
               field<&Assignment::like>("like"),
               maybe<&Assignment::next>("next"),
               field<&Assignment::condemned>("condemned")};

template <>
inline constexpr auto kFields<Attempt> =
    std::array{field<&Attempt::candidate>("variant"), field<&Attempt::effort>("effort")};

template <>
inline constexpr auto kFields<Finalist> =
    std::array{field<&Finalist::candidate>("variant"), field<&Finalist::screened_ns>("screened_ns")};

template <>
inline constexpr auto kFields<ConfirmationRule> =
    std::array{field<&ConfirmationRule::limit_s>("limit_s"), field<&ConfirmationRule::sampling>("sampling"),
               field<&ConfirmationRule::all>("all"), field<&ConfirmationRule::brief>("brief")};

template <>
inline constexpr auto kFields<Evaluation> =
    std::array{field<&Evaluation::candidate>("variant"),       field<&Evaluation::status>("status"),
               field<&Evaluation::detail>("detail"),           field<&Evaluation::findings>("findings"),
               maybe<&Evaluation::measurement>("measurement"), maybe<&Evaluation::roofline_gbps>("roofline_gbps")};

template <>
inline constexpr auto kFields<Confirmation::Outcome> = std::array{
    field<&Confirmation::Outcome::status>("status"),   field<&Confirmation::Outcome::detail>("detail"),
    field<&Confirmation::Outcome::tie>("tie"),         maybe<&Confirmation::Outcome::race>("race"),
    maybe<&Confirmation::Outcome::figures>("figures"), maybe<&Confirmation::Outcome::per_pilot>("per_pilot")};

template <>
inline constexpr auto kFields<Confirmation> = std::array{field<&Confirmation::outcomes>("outcomes"),
                                                         field<&Confirmation::unsettled>("unsettled"),
                                                         field<&Confirmation::aa_variant>("aa_variant"),
                                                         field<&Confirmation::aa>("aa"),
                                                         field<&Confirmation::roofline_gbps>("roofline_gbps"),
                                                         field<&Confirmation::packed_gbps>("packed_gbps"),
                                                         field<&Confirmation::pilot>("pilot"),
                                                         maybe<&Confirmation::arithmetic_pilot>("arithmetic_pilot"),
                                                         maybe<&Confirmation::launch_floor>("launch_floor")};

inline nlohmann::json json_of(const VariantFailure& failure) {
  return {{"failure", name_of(failure.status())}, {"detail", failure.what()}, {"kernel", failure.kernel()}};
}

inline VariantFailure failure_from(const nlohmann::json& from) {
  return {value_from<Status>(from.at("failure")), from.at("detail").get<std::string>(),
          from.at("kernel").get<std::string>()};
}

}  // namespace modlab
