#pragma once

#include <array>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "kernels/names.h"

namespace modlab {

/// The outcome of one variant. All but ok come with a detail that says why.
enum class Status {
  ok,
  compiler_refused,
  compiler_failed,  ///< it crashed, hung or could not be run, which says nothing about the variant
  device_refused,
  wrong_result,
  device_lost,
  timed_out,
  above_roofline,
  crashed,
  not_set_up,  ///< the workload could not be, so that no variant was tried
};

inline constexpr std::array<Named<Status>, 10> kStatusNames{{{Status::ok, "ok"},
                                                             {Status::compiler_refused, "compiler refused"},
                                                             {Status::compiler_failed, "compiler failed"},
                                                             {Status::device_refused, "device refused"},
                                                             {Status::wrong_result, "wrong result"},
                                                             {Status::device_lost, "device lost"},
                                                             {Status::timed_out, "timed out"},
                                                             {Status::above_roofline, "above the roofline"},
                                                             {Status::crashed, "crashed"},
                                                             {Status::not_set_up, "not set up"}}};
constexpr std::string_view name_of(Status status) { return name_in(kStatusNames, status); }

/// True where the device is unusable and must be recreated.
constexpr bool lost_its_device(Status status) { return status == Status::device_lost || status == Status::timed_out; }

/// True where the process that owns the device must be replaced with it, if it has one of its own.
constexpr bool loses_the_rig(Status status) { return status == Status::crashed || lost_its_device(status); }

/// Ends a variant's evaluation, never the run.
class VariantFailure : public std::runtime_error {
 public:
  VariantFailure(Status status, const std::string& detail, std::string kernel = {})
      : std::runtime_error(detail), status_(status), kernel_(std::move(kernel)) {}

  [[nodiscard]] Status status() const { return status_; }

  /// The variant whose kernel was at work; empty where nobody knows.
  [[nodiscard]] const std::string& kernel() const { return kernel_; }
  void blame(std::string kernel) { kernel_ = std::move(kernel); }

 private:
  Status status_;
  std::string kernel_;
};

}  // namespace modlab
