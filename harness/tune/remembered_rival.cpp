#include "harness/tune/remembered_rival.h"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "harness/compile/request_key.h"
#include "harness/system/file.h"
#include "kernels/error.h"

namespace modlab::tune {

RememberedRival::RememberedRival(const std::filesystem::path& folder, std::string key) : key_(std::move(key)) {
  if (!folder.empty()) file_ = folder / (compile::sources_key({{"rival", key_}}) + ".rival");
}

std::optional<Candidate> RememberedRival::among(std::span<const Candidate> space) const {
  const auto content = file_.empty() ? std::nullopt : try_read_file(file_);
  if (!content) return std::nullopt;
  const auto found = std::ranges::find(space, *content, [&](const Candidate& each) { return content_for(each); });
  return found == space.end() ? std::nullopt : std::optional(*found);
}

void RememberedRival::keep(const Candidate& rival) const {
  if (file_.empty()) return;
  std::error_code ignored;
  std::filesystem::create_directories(file_.parent_path(), ignored);
  try {
    replace_file(file_, content_for(rival), Sync::no);
  } catch (const Error&) {
  }
}

std::string RememberedRival::content_for(const Candidate& rival) const {
  return fmt::format("{}\n{}\n", key_, rival.name);
}

}  // namespace modlab::tune
