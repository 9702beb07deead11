#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "harness/statistics/statistics.h"
#include "harness/statistics/verdict.h"

namespace modlab::store {

/// Instructions of a kernel by their names, and how many of each.
using InstructionsByName = std::map<std::string, std::uint64_t>;

/// What a kernel file is tried against, and where.
struct KernelRival {
  std::string workload;
  std::string adapter;
  std::string variant;
  InstructionsByName instructions{};  ///< empty where its compiler cannot disassemble

  bool operator==(const KernelRival&) const = default;
};

/// How a kernel file did as it was saved.
struct KernelTrial {
  std::uint64_t save = 0;   ///< from 1
  std::string kernel{};     ///< "mine-3fa2c1d0"; empty where the file could not be read
  std::string variant{};    ///< that was tried; empty likewise
  std::string status{};     ///< of the variant, as in the journal, or "unreadable"
  std::string detail{};     ///< of a failure: the compiler's message, the first wrong result
  std::uint64_t tried = 0;  ///< the file's variants so far, and all
  std::uint64_t variants = 0;
  double seconds = 0;  ///< since the file was saved

  /// In the same rounds as the rival, one launch.
  struct Figures {
    statistics::Estimate ns;
    statistics::Estimate rival_ns;
    double ratio = 1;  ///< of the two
    statistics::Interval ratio_ci;
    statistics::Verdict verdict = statistics::Verdict::unclear;  ///< FASTER than the rival, …
    std::string unclear{};  ///< of UNCLEAR, what the interval misses and what would settle it
    double gbps = 0;
    double roofline_pct = 0;
  };
  std::optional<Figures> figures{};  ///< of a variant that is right
  InstructionsByName instructions{};
};

/// Total of all names.
std::uint64_t total_of(const InstructionsByName& instructions);

/// One line of JSON each, which `modlab kernel try --json` prints (docs/own-kernels.md).
std::string json_line(const KernelRival& rival);
std::string json_line(const KernelTrial& trial);

/// What such a line says. Throws Error on any other text.
std::variant<KernelRival, KernelTrial> parse_trial(std::string_view line);

}  // namespace modlab::store
