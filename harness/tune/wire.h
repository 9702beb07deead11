#pragma once

#include <nlohmann/json_fwd.hpp>

#include "harness/device/status.h"
#include "harness/tune/rig.h"

namespace modlab {

// What the tuner and its worker exchange, as JSON; see worker.h. Reading throws nlohmann::json::exception or Error
// where the other side is of another version.

nlohmann::json to_wire(const Platform& platform);
nlohmann::json to_wire(const Clock& clock);
nlohmann::json to_wire(const Assignment& assignment);
nlohmann::json to_wire(const Candidate& candidate);
nlohmann::json to_wire(std::span<const Variant> variants);
nlohmann::json to_wire(const std::vector<Finalist>& finalists);
nlohmann::json to_wire(const ConfirmationRule& rule);
nlohmann::json to_wire(const Evaluation& evaluation);
nlohmann::json to_wire(const Confirmation& confirmation);
nlohmann::json to_wire(const VariantFailure& failure);
nlohmann::json to_wire(const Ledger& ledger);

Platform platform_from(const nlohmann::json& from);
Clock clock_from(const nlohmann::json& from);
Assignment assignment_from(const nlohmann::json& from);
Candidate candidate_from(const nlohmann::json& from);
std::vector<Variant> variants_from(const nlohmann::json& from);
std::vector<Finalist> finalists_from(const nlohmann::json& from);
ConfirmationRule confirmation_rule_from(const nlohmann::json& from);
Evaluation evaluation_from(const nlohmann::json& from);
Confirmation confirmation_from(const nlohmann::json& from);
VariantFailure failure_from(const nlohmann::json& from);
Ledger ledger_from(const nlohmann::json& from);

}  // namespace modlab
