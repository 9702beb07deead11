#include "harness/d3d12/adapters.h"

#include <fmt/format.h>

#include <charconv>

#include "kernels/error.h"
#include "kernels/words.h"

namespace modlab::d3d12 {
namespace {

std::string listing(std::span<const Adapter> adapters) {
  std::string text;
  for (const Adapter& adapter : adapters)
    text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", adapter.index, adapter.name);
  return text;
}

}  // namespace

const Adapter& select_adapter(std::span<const Adapter> adapters, std::string_view choice) {
  if (adapters.empty()) throw Error("no adapter to choose from");
  if (choice.empty()) return adapters.front();

  std::uint32_t index = 0;
  const char* end = choice.data() + choice.size();
  if (const auto parsed = std::from_chars(choice.data(), end, index); parsed.ptr == end) {
    if (parsed.ec == std::errc{} && index < adapters.size()) return adapters[index];
    throw Error(fmt::format("no adapter {}; there are: {}", choice, listing(adapters)));
  }

  const std::string part = lower_case(choice);
  std::vector<const Adapter*> exact;
  std::vector<const Adapter*> containing;
  for (const Adapter& adapter : adapters) {
    const std::string name = lower_case(adapter.name);
    if (name == part) exact.push_back(&adapter);
    if (name.find(part) != std::string::npos) containing.push_back(&adapter);
  }
  if (exact.size() == 1) return *exact.front();
  if (containing.size() == 1) return *containing.front();
  throw Error(fmt::format("{} name contains '{}'; choose by number: {}",
                          containing.empty() ? "no adapter's" : "more than one adapter's", choice, listing(adapters)));
}

}  // namespace modlab::d3d12
