#pragma once

#include <filesystem>
#include <functional>

namespace modlab::cli {

/// Runs work that keeps a journal. Where it is interrupted, its files fail or the device does not come
/// back, the message also says how to continue.
void with_resume_hint(const std::filesystem::path& journal, const std::function<void()>& work);

}  // namespace modlab::cli
