#include "harness/report/agreement_text.h"

#include <fmt/format.h>

namespace modlab {

std::string agreement_text(const Agreements& agreements) {
  std::string text = fmt::format("{:<6}{:<10}{:>10}{:>10}", "type", "op", "results", "agree");
  for (const auto& kind : kDisagreementNames) text += fmt::format("{:>18}", kind.name);
  text += '\n';
  for (const auto& [key, agreement] : agreements) {
    text += fmt::format("{:<6}{:<10}{:>10}{:>10}", key.first, key.second, agreement.compared, agreement.equal);
    for (const Agreement::Differing& each : agreement.differing) text += fmt::format("{:>18}", each.count);
    text += '\n';
    for (std::size_t i = 0; i < agreement.differing.size(); ++i)
      if (agreement.differing[i].count > 0)
        text += fmt::format("      {}: {}\n", kDisagreementNames[i].name, agreement.differing[i].worst);
  }
  return text;
}

}  // namespace modlab
