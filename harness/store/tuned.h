#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/store/row.h"
#include "harness/store/run_context.h"
#include "harness/system/host.h"
#include "kernels/workload.h"

namespace modlab::store {

/// What a tuned configuration applies to. Workloads with the same key behave alike, so one represents them all.
struct TunedKey {
  std::string adapter;
  std::string driver;
  std::string implementation;
  std::string op;
  std::string dtype;
  std::string layout;
  std::string placement;
  std::string data_set;
  std::uint32_t size_bucket = 0;  ///< one tensor's bytes lie in [2^bucket, 2^(bucket + 1))
  std::string accuracy;
  std::string mode;  ///< how it was timed: a variant that is best in the cache may not be from memory

  std::string kernel = {};  ///< the user's kernel that this is the best of, with its hash; empty for a built-in one

  bool operator==(const TunedKey&) const = default;
};

TunedKey tuned_key(const DeviceTraits& device, const Workload& workload, std::string_view accuracy,
                   std::string_view mode);
/// That of a row, measured on this device. Throws Error where its shape is none.
TunedKey tuned_key(const DeviceTraits& device, const Row& row);

/// The variant to use, and the evidence.
struct TunedConfiguration {
  TunedKey key;
  std::string variant;
  std::vector<std::string> ties;  ///< variants that are equally good
  std::string workload;           ///< that was measured
  double median_ns = 0;
  double ci_low_ns = 0;
  double ci_high_ns = 0;
  double gbps = 0;
  double roofline_pct = 0;
  std::string run;
  std::string utc;
};

/// The best variant of each accuracy class of each workload that a run compared; where that is a user's kernel, also
/// the best built-in one, which programs without that file can use.
std::vector<TunedConfiguration> tuned_configurations(const std::vector<Row>& rows, const RunContext& context);

/// The configurations in a file, which may not exist yet. Throws Error where it is not a database.
std::vector<TunedConfiguration> read_tuned(const std::filesystem::path& path);

/// The same for a file's content.
std::string tuned_text(const std::vector<TunedConfiguration>& configurations);
std::vector<TunedConfiguration> parse_tuned(std::string_view text);

/// Throws Error or WriteFailure where merge_tuned could not put configurations into this file.
void check_tuned(const std::filesystem::path& path);

/// Puts configurations into a file, and returns whether any of them is in it now. Of several with the same key, the one
/// measured last stays, whatever the order in which they come; a time after `now` is a wrong clock's, and counts as
/// before any other. Several processes may do so at the same time.
bool merge_tuned(const std::filesystem::path& path, const std::vector<TunedConfiguration>& news,
                 const std::string& now = utc_now());

/// How different two keys are for choosing a variant: 0 for the same key, more for what matters more.
double distance(const TunedKey& x, const TunedKey& y);

/// Sorted by distance to a key; of several as near, the fastest first.
std::vector<TunedConfiguration> nearest_first(std::vector<TunedConfiguration> known, const TunedKey& to);

/// How two keys differ, in words; empty for the same key.
std::string differences(const TunedKey& asked, const TunedKey& found);

}  // namespace modlab::store
