#pragma once

#include <fmt/format.h>

#include "harness/device/status.h"
#include "harness/store/shared_fields.h"
#include "harness/tune/rig.h"

// What the tuner and its worker exchange, as JSON; see worker.h. For the sources of these two: json_of() writes, and
// value_from() throws nlohmann::json::exception or Error where the other side is of another version.

namespace modlab::store {

template <>
struct Codec<measure::Mode> : ByName<measure::kModeNames> {};
template <>
struct Codec<Status> : ByName<kStatusNames> {};
template <>
struct Codec<measure::Stop> : ByName<measure::kStopNames> {};

// What is read back is a name; whoever needs more asks the catalogue.
template <>
struct Codec<Candidate> {
  static nlohmann::json write(const Candidate& candidate) { return candidate.name; }
  static void read(Candidate& candidate, const nlohmann::json& from) { candidate.name = from.get<std::string>(); }
};

template <>
struct Codec<Workload> {
  static nlohmann::json write(const Workload& workload) { return workload.name; }
  static void read(Workload& workload, const nlohmann::json& from) { workload.name = from.get<std::string>(); }
};

template <>
struct Codec<Findings> {
  static nlohmann::json write(const Findings& findings) { return texts_of(findings); }
  static void read(Findings& findings, const nlohmann::json& from) { findings = findings_of(from); }
};

// The statistics are left out: they follow from the samples.
template <>
inline constexpr auto kFields<measure::Measurement> =
    std::array{field<Within<&measure::Measurement::samples_ns, &statistics::BlockedSamples::values>{}>("samples_ns"),
               field<Within<&measure::Measurement::samples_ns, &statistics::BlockedSamples::blocks>{}>("blocks"),
               field<&measure::Measurement::drifted>("drifted"), field<&measure::Measurement::stop>("stop")};

template <>
struct Codec<measure::Measurement> {
  static nlohmann::json write(const measure::Measurement& measurement) { return object_of(measurement); }
  static void read(measure::Measurement& measurement, const nlohmann::json& from) {
    read_fields(measurement, from);
    const std::size_t samples = measurement.samples_ns.values.size();
    if (samples == 0 || measurement.samples_ns.blocks.size() != samples || measurement.drifted.size() != samples)
      throw Error(fmt::format("the worker sent {} samples in {} blocks and {} drifts", samples,
                              measurement.samples_ns.blocks.size(), measurement.drifted.size()));
    measurement.statistics = statistics::describe(measure::counted_ns(measurement));
  }
};

template <>
struct Codec<measure::Ledger> {
  static nlohmann::json write(const measure::Ledger& ledger) {
    return {ledger.seconds(measure::Activity::compile), ledger.seconds(measure::Activity::verify),
            ledger.seconds(measure::Activity::measure)};
  }
  static void read(measure::Ledger& ledger, const nlohmann::json& from) {
    ledger.add(measure::Activity::compile, from.at(0));
    ledger.add(measure::Activity::verify, from.at(1));
    ledger.add(measure::Activity::measure, from.at(2));
  }
};

template <>
inline constexpr auto kFields<statistics::PairedRatio> = std::array{
    field<&statistics::PairedRatio::blocks>("blocks"), field<&statistics::PairedRatio::ratio>("ratio"),
    field<&statistics::PairedRatio::log_error>("log_error"), field<&statistics::PairedRatio::degrees>("degrees")};

template <>
inline constexpr auto kFields<statistics::Estimate> =
    std::array{field<&statistics::Estimate::median>("median"),
               field<Within<&statistics::Estimate::ci, &statistics::Interval::low>{}>("low"),
               field<Within<&statistics::Estimate::ci, &statistics::Interval::high>{}>("high"),
               field<&statistics::Estimate::blocks>("blocks")};

template <>
inline constexpr auto kFields<PeerTraits> =
    std::array{field<&PeerTraits::name>("name"), field<&PeerTraits::description>("description")};

template <>
inline constexpr auto kFields<Platform> = std::array{
    field<&Platform::device>("device"), field<&Platform::compilers>("compilers"), field<&Platform::peers>("peers")};

template <>
inline constexpr auto kFields<measure::Clock> =
    std::array{field<&measure::Clock::tick_ns>("tick_ns"), field<&measure::Clock::step_ns>("step_ns"),
               field<&measure::Clock::empty_pair_ns>("empty_pair_ns"),
               field<&measure::Clock::shortest_batch_ns>("shortest_batch_ns")};

template <>
inline constexpr auto kFields<Build> =
    std::array{field<&Build::compiler>("compiler"), field<&Build::shader_model>("shader_model"),
               field<&Build::native16>("native16"), field<&Build::wave_lanes>("wave_lanes")};

template <>
inline constexpr auto kFields<tune::Assignment> =
    std::array{field<&tune::Assignment::workload>("workload"),
               field<&tune::Assignment::seed>("seed"),
               field<Within<&tune::Assignment::conditions, &measure::Conditions::mode>{}>("mode"),
               field<Within<&tune::Assignment::conditions, &measure::Conditions::cache_bytes>{}>("cache_bytes"),
               field<&tune::Assignment::sampling>("sampling"),
               field<&tune::Assignment::like>("like"),
               maybe<&tune::Assignment::next>("next"),
               field<&tune::Assignment::condemned>("condemned")};

template <>
inline constexpr auto kFields<tune::Attempt> =
    std::array{field<&tune::Attempt::candidate>("variant"), field<&tune::Attempt::effort>("effort")};

template <>
inline constexpr auto kFields<tune::Finalist> =
    std::array{field<&tune::Finalist::candidate>("variant"), field<&tune::Finalist::screened_ns>("screened_ns")};

template <>
inline constexpr auto kFields<tune::ConfirmationRule> =
    std::array{field<&tune::ConfirmationRule::limit_s>("limit_s"), field<&tune::ConfirmationRule::sampling>("sampling"),
               field<&tune::ConfirmationRule::all>("all"), field<&tune::ConfirmationRule::brief>("brief")};

template <>
inline constexpr auto kFields<tune::Evaluation> = std::array{
    field<&tune::Evaluation::candidate>("variant"),       field<&tune::Evaluation::status>("status"),
    field<&tune::Evaluation::detail>("detail"),           field<&tune::Evaluation::findings>("findings"),
    maybe<&tune::Evaluation::measurement>("measurement"), maybe<&tune::Evaluation::roofline_gbps>("roofline_gbps")};

template <>
inline constexpr auto kFields<tune::Confirmation::Outcome> =
    std::array{field<&tune::Confirmation::Outcome::status>("status"),
               field<&tune::Confirmation::Outcome::detail>("detail"),
               field<&tune::Confirmation::Outcome::tie>("tie"),
               maybe<&tune::Confirmation::Outcome::race>("race"),
               maybe<&tune::Confirmation::Outcome::figures>("figures"),
               maybe<&tune::Confirmation::Outcome::per_pilot>("per_pilot")};

template <>
inline constexpr auto kFields<tune::Confirmation> =
    std::array{field<&tune::Confirmation::outcomes>("outcomes"),
               field<&tune::Confirmation::unsettled>("unsettled"),
               field<&tune::Confirmation::aa_variant>("aa_variant"),
               field<&tune::Confirmation::aa>("aa"),
               field<&tune::Confirmation::roofline_gbps>("roofline_gbps"),
               field<&tune::Confirmation::packed_gbps>("packed_gbps"),
               field<&tune::Confirmation::pilot>("pilot"),
               maybe<&tune::Confirmation::arithmetic_pilot>("arithmetic_pilot"),
               maybe<&tune::Confirmation::launch_floor>("launch_floor")};

}  // namespace modlab::store

namespace modlab::tune {

inline nlohmann::json json_of(const VariantFailure& failure) {
  return {{"failure", name_of(failure.status())}, {"detail", failure.what()}, {"kernel", failure.kernel()}};
}

inline VariantFailure failure_from(const nlohmann::json& from) {
  return {store::value_from<Status>(from.at("failure")), from.at("detail").get<std::string>(),
          from.at("kernel").get<std::string>()};
}

}  // namespace modlab::tune
